package org.ronsel.runtime;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/** A program cannot be run; the message says all that there is to say. */
final class UnusableProgramException extends RonselException {
  private static final long serialVersionUID = 1L;

  UnusableProgramException(String message) {
    this(message, null);
  }

  UnusableProgramException(String message, @Nullable Throwable cause) {
    super(ErrorClass.ARGUMENT, message, cause);
  }
}
