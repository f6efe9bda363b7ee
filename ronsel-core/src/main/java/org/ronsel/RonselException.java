package org.ronsel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Any error that a Ronsel operation reports. The message names the rank, the operation and the
 * argument or peer at fault, and what to do; {@link #errorClass()} is the standard's class of it.
 */
public class RonselException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorClass errorClass;

  /** Creates an error of the given class. */
  public RonselException(ErrorClass errorClass, String message) {
    this(errorClass, message, null);
  }

  /** Creates an error of the given class with its cause. */
  public RonselException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.errorClass = Objects.requireNonNull(errorClass);
  }

  /** The class of the MPI standard to which this error belongs. */
  public final ErrorClass errorClass() {
    return errorClass;
  }
}
