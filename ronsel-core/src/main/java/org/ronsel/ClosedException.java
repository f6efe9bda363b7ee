package org.ronsel;

import org.jspecify.annotations.Nullable;

/** A communicator, request or job was used after it was closed. */
public final class ClosedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public ClosedException(String message) {
    super(ErrorClass.COMM, message);
  }

  /** Creates the error with its message and cause. */
  public ClosedException(String message, @Nullable Throwable cause) {
    super(ErrorClass.COMM, message, cause);
  }
}
