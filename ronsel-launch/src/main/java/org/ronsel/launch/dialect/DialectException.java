package org.ronsel.launch.dialect;

/**
 * Thrown when a command line of another family cannot be carried out; the message says why and what
 * to do.
 */
public final class DialectException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DialectException(String message) {
    super(message);
  }
}
