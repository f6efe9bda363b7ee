package org.ronsel.bench.run;

/** A measuring job that does not go on; the message says why. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean outOfTime;

  /** With the reason, and whether it is that no answer came in time. */
  public JobFailedException(String message, boolean outOfTime) {
    super(message);
    this.outOfTime = outOfTime;
  }

  /** Whether no answer came in time. */
  boolean isOutOfTime() {
    return outOfTime;
  }
}
