package org.ronsel;

/** A communicator, request or job was used after it was closed. */
public final class ClosedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of a closed communicator with its message. */
  public ClosedException(String message) {
    super(ErrorClass.COMM, message);
  }

  /** Creates the error of something else that is closed. */
  public ClosedException(ErrorClass errorClass, String message) {
    super(errorClass, message);
  }

  /**
   * Creates the error of a class with a message of several parts.
   *
   * @hidden
   */
  public ClosedException(ErrorClass errorClass, ErrorMessage message) {
    super(errorClass, message, null);
  }
}
