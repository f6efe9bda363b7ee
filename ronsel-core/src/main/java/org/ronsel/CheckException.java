package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The checks of {@code ronsel run --check} (property {@code ronsel.check}) have found what the
 * standard calls erroneous and an unchecked run would not notice: a changed buffer, collective
 * calls that differ, a ready send without its receive. The message names what was called where.
 */
public final class CheckException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its class and message. */
  public CheckException(ErrorClass errorClass, String message) {
    super(errorClass, message);
  }

  /** Creates the error with its class, message and cause. */
  public CheckException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(errorClass, message, cause);
  }

  /**
   * Creates the error of a class with a message of several parts.
   *
   * @hidden
   */
  public CheckException(ErrorClass errorClass, ErrorMessage message) {
    super(errorClass, message, null);
  }
}
