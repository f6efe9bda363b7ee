package org.ronsel.bench.run;

/** Something cannot be measured here; the row says why and the run goes on. */
public final class UnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Made with the reason, which is printed as it is. */
  public UnavailableException(String reason) {
    super(reason);
  }
}
