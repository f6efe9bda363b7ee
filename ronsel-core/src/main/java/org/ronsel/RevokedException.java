package org.ronsel;

/**
 * The communicator has been {@linkplain Comm#revoke() revoked}: all of its operations fail on all
 * ranks.
 */
public final class RevokedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public RevokedException(String message) {
    super(ErrorClass.REVOKED, message);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public RevokedException(ErrorMessage message) {
    super(ErrorClass.REVOKED, message, null);
  }
}
