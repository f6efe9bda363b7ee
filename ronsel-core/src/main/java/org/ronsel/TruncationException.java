package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * A message was longer than the buffer of the receive that matched it; the buffer holds its first
 * part.
 */
public final class TruncationException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public TruncationException(String message) {
    super(ErrorClass.TRUNCATE, message);
  }

  /** Creates the error with its message and cause. */
  public TruncationException(String message, @Nullable Throwable cause) {
    super(ErrorClass.TRUNCATE, message, cause);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public TruncationException(ErrorMessage message) {
    super(ErrorClass.TRUNCATE, message, null);
  }
}
