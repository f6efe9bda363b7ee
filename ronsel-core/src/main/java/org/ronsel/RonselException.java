package org.ronsel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Any error that a Ronsel operation reports. The message names the rank, the operation and the
 * argument or peer at fault, and what to do; {@link #operation()} and {@link #reason()} are parts
 * of it. {@link #errorClass()} is the standard's class of it.
 */
public class RonselException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorClass errorClass;
  private final ErrorMessage parts;

  /** Creates an error of the given class. */
  public RonselException(ErrorClass errorClass, String message) {
    this(errorClass, message, null);
  }

  /** Creates an error of the given class with its cause. */
  public RonselException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
    this(errorClass, ErrorMessage.of(message), cause);
  }

  /**
   * Creates an error of the given class with a message of several parts.
   *
   * @hidden
   */
  public RonselException(ErrorClass errorClass, ErrorMessage message, @Nullable Throwable cause) {
    super(message.toString(), cause);
    this.errorClass = Objects.requireNonNull(errorClass);
    this.parts = message;
  }

  /** The class of the MPI standard to which this error belongs. */
  public final ErrorClass errorClass() {
    return errorClass;
  }

  /**
   * The name of the call that found the error, such as {@code send} or, of a type without a rank,
   * {@code Group.include}. Null where no call is known: many an error of a message is found later,
   * in whatever call of the rank, or between calls.
   */
  public final @Nullable String operation() {
    return parts.place().operation();
  }

  /**
   * What is wrong, and what to do about it: the message without the rank and the call that it
   * begins with.
   */
  public final String reason() {
    return parts.reasonAndAdvice().toString();
  }

  /**
   * The parts of the message.
   *
   * @hidden
   */
  public final ErrorMessage parts() {
    return parts;
  }
}
