package org.ronsel;

import org.jspecify.annotations.Nullable;

/** The peer of the operation has failed or left the job. */
public final class PeerFailedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public PeerFailedException(String message) {
    super(ErrorClass.PROC_FAILED, message);
  }

  /** Creates the error with its message and cause. */
  public PeerFailedException(String message, @Nullable Throwable cause) {
    super(ErrorClass.PROC_FAILED, message, cause);
  }
}
