package org.ronsel;

import org.jspecify.annotations.Nullable;

/** The Java heap, the machine or its container has not the memory that a call needs. */
public final class NoMemoryException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public NoMemoryException(String message) {
    super(ErrorClass.NO_MEM, message);
  }

  /** Creates the error with its message and cause. */
  public NoMemoryException(String message, @Nullable Throwable cause) {
    super(ErrorClass.NO_MEM, message, cause);
  }

  /**
   * Creates the error with a message of several parts and its cause.
   *
   * @hidden
   */
  public NoMemoryException(ErrorMessage message, @Nullable Throwable cause) {
    super(ErrorClass.NO_MEM, message, cause);
  }
}
