package org.ronsel;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The message of a {@link RonselException} in its parts. Interfaces that are built upon this one
 * compose another message of them, with their own names for calls and for what to do.
 *
 * @param place where the error was found
 * @param reason what is wrong, in which calls may be named; and what to do, if that has the same
 *     name in all interfaces
 * @param advice what to do, if it has not
 * @param outside the data that have no place in a buffer, if that is the error
 * @hidden
 */
public record ErrorMessage(
    ErrorPlace place, ErrorText reason, @Nullable Advice advice, @Nullable Outside outside)
    implements Serializable {

  /**
   * Data of a call that are not inside the buffer which the program has passed.
   *
   * @param buffer which of the buffers
   * @param elements how many there are to be; -1 where the place of the first is wrong already
   * @param type name of their datatype
   * @hidden
   */
  public record Outside(BufferRole buffer, long elements, String type) implements Serializable {}

  /** A message that consists of a reason. */
  public static ErrorMessage of(String reason) {
    return of(ErrorText.of(reason));
  }

  /** A message that consists of a reason in which calls are named. */
  public static ErrorMessage of(ErrorText reason) {
    return ErrorPlace.UNKNOWN.message(reason);
  }

  /** The same message, which knows which data are outside a buffer. */
  public ErrorMessage with(Outside data) {
    return new ErrorMessage(place, reason, advice, data);
  }

  /** The words of a message. */
  public static String compose(ErrorPlace place, String reason, @Nullable String advice) {
    String where = place.toString();
    return (where.isEmpty() ? "" : where + ": ") + reason + (advice == null ? "" : "; " + advice);
  }

  /** The whole message, as a part of the reason of another one. */
  public ErrorText text() {
    ErrorText where = place.text();
    return where.toString().isEmpty()
        ? reasonAndAdvice()
        : where.with(": ").with(reasonAndAdvice());
  }

  /** The text behind the place. */
  ErrorText reasonAndAdvice() {
    return advice == null ? reason : reason.with("; " + advice);
  }

  /** The words of the message. */
  @Override
  public String toString() {
    return text().toString();
  }
}
