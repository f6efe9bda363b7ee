package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The process of the operation's peer has failed, or its rank has ended, so that the operation can
 * never complete. Its error class is that of User Level Failure Mitigation, an extension of MPI.
 */
public final class ProcessFailedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public ProcessFailedException(String message) {
    super(ErrorClass.PROC_FAILED, message);
  }

  /** Creates the error with its message and cause. */
  public ProcessFailedException(String message, @Nullable Throwable cause) {
    super(ErrorClass.PROC_FAILED, message, cause);
  }

  /**
   * Creates the error with a message of several parts.
   *
   * @hidden
   */
  public ProcessFailedException(ErrorMessage message) {
    this(message, null);
  }

  /**
   * Creates the error with a message of several parts and its cause.
   *
   * @hidden
   */
  public ProcessFailedException(ErrorMessage message, @Nullable Throwable cause) {
    super(ErrorClass.PROC_FAILED, message, cause);
  }
}
