package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The waiting thread was interrupted; its interrupt status is cleared, as by InterruptedException,
 * and the request stays valid.
 */
public final class WaitInterruptedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public WaitInterruptedException(String message) {
    super(ErrorClass.OTHER, message);
  }

  /** Creates the error with its message and cause. */
  public WaitInterruptedException(String message, @Nullable Throwable cause) {
    super(ErrorClass.OTHER, message, cause);
  }

  /**
   * Creates the error with a message of several parts and its cause.
   *
   * @hidden
   */
  public WaitInterruptedException(ErrorMessage message, @Nullable Throwable cause) {
    super(ErrorClass.OTHER, message, cause);
  }
}
