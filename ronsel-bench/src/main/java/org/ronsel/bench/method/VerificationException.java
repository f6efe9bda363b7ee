package org.ronsel.bench.method;

/** Measured data did not arrive as they were sent; the measurement is void. */
public final class VerificationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message says what was found and what was expected. */
  public VerificationException(String message) {
    super(message);
  }

  /**
   * Compares two whole numbers.
   *
   * @throws VerificationException if they differ
   */
  public static void requireEqual(String what, long got, long expected) {
    if (got != expected) {
      throw new VerificationException(what + " is " + got + ", expected " + expected);
    }
  }
}
