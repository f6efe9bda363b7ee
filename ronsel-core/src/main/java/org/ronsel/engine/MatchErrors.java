package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.data.ElementType;

/** What is found wrong when a message meets its receive, before any data move. */
final class MatchErrors {
  private MatchErrors() {}

  /** Notes in {@code receive}, which knows its message, what is wrong with it, if anything. */
  static void check(int rank, ReceiveOperation receive, int type, long length) {
    boolean other = type != receive.type.code();
    // A message without data fits every array; an object is never without.
    if (other && (length != 0 || type == ElementType.OBJECT.code() || receive.isWhole())) {
      receive.messageBytes = 0;
      receive.noteError(mismatch(rank, receive, type));
      return;
    }
    String unfit = receive.makeBuffer(length);
    if (unfit != null) {
      receive.messageBytes = 0;
      receive.noteError(noBuffer(rank, receive, length, unfit));
    } else if (length > receive.capacity) {
      receive.messageBytes = receive.capacity;
      receive.noteError(truncation(rank, receive, length));
    }
  }

  private static RonselException mismatch(int rank, ReceiveOperation receive, int type) {
    String advice;
    if (receive.isWhole()) {
      advice = "receive into an array of that type, or send with sendObject";
    } else if (type == ElementType.OBJECT.code()) {
      advice = "use receiveObject";
    } else {
      advice = "name the same element type on both sides";
    }
    return new TypeMismatchException(
        "rank "
            + rank
            + ": receive of "
            + receive.type
            + " matched a message of "
            + ElementType.nameOf(type)
            + origin(receive)
            + "; "
            + advice);
  }

  private static RonselException noBuffer(
      int rank, ReceiveOperation receive, long length, @Nullable String why) {
    return new NoMemoryException(
        "rank " + rank + ": message of " + length + " bytes" + origin(receive) + " " + why);
  }

  private static RonselException truncation(int rank, ReceiveOperation receive, long length) {
    return new TruncationException(
        "rank "
            + rank
            + ": message of "
            + length
            + " bytes"
            + origin(receive)
            + " is longer than the receive buffer of "
            + receive.capacity
            + " bytes; probe for the length, or receive into a larger buffer");
  }

  private static String origin(ReceiveOperation receive) {
    return " from rank " + receive.messageSource + ", tag " + receive.messageTag;
  }
}
