package org.ronsel.bench.run;

/** Thrown when a measuring job cannot continue; the message says why. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean outOfTime;

  /** Creates an exception with the reason, and whether it is that no answer came in time. */
  public JobFailedException(String message, boolean outOfTime) {
    super(message);
    this.outOfTime = outOfTime;
  }

  /** Whether the reason is that no answer came in time. */
  boolean isOutOfTime() {
    return outOfTime;
  }
}
