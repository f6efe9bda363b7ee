package org.ronsel;

import org.jspecify.annotations.Nullable;

/** An argument that no call of this kind can accept; nothing was sent or received. */
public final class InvalidArgumentException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public InvalidArgumentException(ErrorClass errorClass, String message) {
    super(errorClass, message);
  }

  /** Creates the error with its message and cause. */
  public InvalidArgumentException(
      ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(errorClass, message, cause);
  }
}
