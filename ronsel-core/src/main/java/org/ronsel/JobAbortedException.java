package org.ronsel;

import org.jspecify.annotations.Nullable;

/** The job was aborted, by a rank, by the launcher or because a rank failed. */
public final class JobAbortedException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public JobAbortedException(String message) {
    super(ErrorClass.REVOKED, message);
  }

  /** Creates the error with its message and cause. */
  public JobAbortedException(String message, @Nullable Throwable cause) {
    super(ErrorClass.REVOKED, message, cause);
  }
}
