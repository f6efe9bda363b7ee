package org.ronsel.engine.message;

import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
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
            ErrorPlace.of(rank)
                .message(
                    "the buffer of a "
                        + operation
                        + ", "
                        + (peer < 0 ? "" : "peer " + peer + ", ")
                        + (tag < 0 ? "any tag" : "tag " + tag)
                        + ", cannot be used any more ("
                        + cause.getMessage()
                        + "); keep its arena open until the request completes"),
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
        ErrorPlace.of(rank)
            .message(
                "the data of the message"
                    + origin(receive)
                    + " are lost, because its sender closed their arena, or made their file shorter,"
                    + " before the send was complete"));
  }

  private static RonselException mismatch(int rank, ReceiveOperation receive, int type) {
    Advice advice;
    if (receive.isWhole()) {
      advice = Advice.RECEIVE_ARRAY;
    } else if (type == ElementType.OBJECT.code()) {
      advice = Advice.RECEIVE_OBJECT;
    } else {
      advice = Advice.NAME_SAME_TYPE;
    }
    return new TypeMismatchException(
        ErrorPlace.of(rank)
            .message(
                "receive of "
                    + receive.type
                    + " matched a message of "
                    + ElementType.nameOf(type)
                    + origin(receive),
                advice));
  }

  private static RonselException noBuffer(
      int rank, ReceiveOperation receive, long length, String why) {
    return new NoMemoryException(
        ErrorPlace.of(rank)
            .message("message of " + length + " bytes" + origin(receive) + " " + why),
        null);
  }

  private static RonselException truncation(int rank, ReceiveOperation receive, long length) {
    return new TruncationException(
        ErrorPlace.of(rank)
            .message(
                "message of "
                    + length
                    + " bytes"
                    + origin(receive)
                    + " is longer than the receive buffer of "
                    + receive.capacity
                    + " bytes; probe for the length, or receive into a larger buffer"));
  }

  private static String origin(ReceiveOperation receive) {
    return " from rank " + receive.messageSource + ", tag " + receive.messageTag;
  }
}
