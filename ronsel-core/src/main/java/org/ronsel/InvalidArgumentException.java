package org.ronsel;

import org.jspecify.annotations.Nullable;

/** An argument that no call of this kind can accept; nothing was sent or received. */
public final class InvalidArgumentException extends RonselException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with its message. */
  public InvalidArgumentException(ErrorClass errorClass, String message) {
    super(errorClass, message);
  }

  /** Creates the error with its message and cause. */
  public InvalidArgumentException(
      ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(errorClass, message, cause);
  }

  /**
   * Creates the error of a class with a message of several parts.
   *
   * @hidden
   */
  public InvalidArgumentException(ErrorClass errorClass, ErrorMessage message) {
    this(errorClass, message, null);
  }

  /**
   * Creates the error of a class with a message of several parts and its cause.
   *
   * @hidden
   */
  public InvalidArgumentException(
      ErrorClass errorClass, ErrorMessage message, @Nullable Throwable cause) {
    super(errorClass, message, cause);
  }

  /**
   * An argument that must not be null, of a call that belongs to no communicator.
   *
   * @param call name of the call, for the message
   * @param what name of the argument, for the message
   * @return the argument
   * @throws InvalidArgumentException if it is null
   */
  public static <T> T requireNonNull(String call, String what, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT, ErrorPlace.of(call).message(what + " is null"));
    }
    return argument;
  }
}
