package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * An object cannot be made into a message, or a message into an object. The message names the rank,
 * the call and the class at fault. A message that was received is consumed; nothing else is lost.
 */
public final class ObjectMessageException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public ObjectMessageException(String message) {
    super(ErrorClass.TYPE, message);
  }

  /** Creates the error with its message and cause. */
  public ObjectMessageException(String message, @Nullable Throwable cause) {
    super(ErrorClass.TYPE, message, cause);
  }

  /**
   * Creates the error with a message of several parts and its cause.
   *
   * @hidden
   */
  public ObjectMessageException(ErrorMessage message, @Nullable Throwable cause) {
    super(ErrorClass.TYPE, message, cause);
  }
}
