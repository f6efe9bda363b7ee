package org.ronsel;

import org.jspecify.annotations.Nullable;

/** This host or JVM lacks what the call needs; the message says what is missing. */
public final class UnsupportedFeatureException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public UnsupportedFeatureException(String message) {
    super(ErrorClass.UNSUPPORTED_OPERATION, message);
  }

  /** Creates the error with its message and cause. */
  public UnsupportedFeatureException(String message, @Nullable Throwable cause) {
    super(ErrorClass.UNSUPPORTED_OPERATION, message, cause);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public UnsupportedFeatureException(ErrorMessage message) {
    super(ErrorClass.UNSUPPORTED_OPERATION, message, null);
  }
}
