package org.ronsel.bench.run;

/** Thrown when something cannot be measured here; the row has the reason and the run continues. */
public final class UnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason, which is printed as it is. */
  public UnavailableException(String reason) {
    super(reason);
  }
}
