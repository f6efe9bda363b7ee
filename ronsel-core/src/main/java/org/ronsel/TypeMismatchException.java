package org.ronsel;

import org.jspecify.annotations.Nullable;

/** Sender and receiver name different element types; the receive buffer is unchanged. */
public final class TypeMismatchException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public TypeMismatchException(String message) {
    super(ErrorClass.TYPE, message);
  }

  /** Creates the error with its message and cause. */
  public TypeMismatchException(String message, @Nullable Throwable cause) {
    super(ErrorClass.TYPE, message, cause);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public TypeMismatchException(ErrorMessage message) {
    super(ErrorClass.TYPE, message, null);
  }
}
