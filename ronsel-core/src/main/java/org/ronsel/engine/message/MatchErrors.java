package org.ronsel.engine.message;

import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.Operation;

/** The errors between a message and its receive. */
public final class MatchErrors {
  private MatchErrors() {}

  /** Notes in {@code receive}, which knows its message, what is wrong with it, if anything. */
  public static void check(int rank, ReceiveOperation receive, int type, long length) {
    // A message without data fits every array; an object is never without.
    if (type != receive.type.code()
        && (length != 0 || type == ElementType.OBJECT.code() || receive.isWhole())
        && !isPacked(receive, type)) {
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

  /** Whether one side has packed bytes, which may be values of any types, but never an object. */
  private static boolean isPacked(ReceiveOperation receive, int type) {
    return receive.type == ElementType.PACKED
        ? type != ElementType.OBJECT.code()
        : type == ElementType.PACKED.code() && !receive.isWhole();
  }

  /** The buffer of an operation, or of one that is to be started, cannot be read or written. */
  public static RonselException bufferGone(
      int rank, String operation, int peer, int tag, Throwable cause) {
    return cause instanceof RonselException known
        ? known
        : new InvalidArgumentException(
            ErrorClass.BUFFER,
            "rank "
                + rank
                + ": the buffer of a "
                + operation
                + ", "
                + (peer < 0 ? "" : "peer " + peer + ", ")
                + (tag < 0 ? "any tag" : "tag " + tag)
                + ", cannot be used any more ("
                + cause.getMessage()
                + "); keep its arena open until the request completes",
            cause);
  }

  /** The buffer of an operation that has been started cannot be read or written. */
  public static RonselException bufferGone(Operation operation, Throwable cause) {
    return bufferGone(
        operation.engine.rank(),
        operation.describe(),
        operation.awaitedPeer(),
        operation.awaitedTag(),
        cause);
  }

  /** The sender's buffer was gone before all of it was sent. */
  public static RonselException voided(int rank, ReceiveOperation receive) {
    return new InvalidArgumentException(
        ErrorClass.BUFFER,
        "rank "
            + rank
            + ": the data of the message"
            + origin(receive)
            + " are lost, because its sender closed their arena before the send was complete");
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
      int rank, ReceiveOperation receive, long length, String why) {
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
