package org.ronsel.machine;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/** The memory of another process cannot be reached because the process has ended. */
public final class ProcessGoneException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error for a process. */
  ProcessGoneException(long pid, @Nullable Throwable cause) {
    super(ErrorClass.PROC_FAILED, "process " + pid + " has ended, and its memory is gone", cause);
  }

  /** Creates the error for memory that had to be opened by a name. */
  ProcessGoneException(long pid, String handle, Throwable cause) {
    super(
        ErrorClass.PROC_FAILED,
        "process "
            + pid
            + " has ended, and its memory "
            + handle
            + " is gone (if it lives, in another process-id namespace, name a directory that both"
            + " see with -Dronsel.shm.dir=DIR)",
        cause);
  }
}
