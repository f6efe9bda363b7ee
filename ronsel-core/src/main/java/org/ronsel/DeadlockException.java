package org.ronsel;

import org.jspecify.annotations.Nullable;

/** The operation can never complete: no thread or rank is left that could match it. */
public final class DeadlockException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public DeadlockException(String message) {
    super(ErrorClass.DEADLOCK, message);
  }

  /** Creates the error with its message and cause. */
  public DeadlockException(String message, @Nullable Throwable cause) {
    super(ErrorClass.DEADLOCK, message, cause);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public DeadlockException(ErrorMessage message) {
    super(ErrorClass.DEADLOCK, message, null);
  }
}
