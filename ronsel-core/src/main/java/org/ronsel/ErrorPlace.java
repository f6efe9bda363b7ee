package org.ronsel;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where an error was found, as far as that is known: what its message begins with.
 *
 * @param rank the rank in words: {@code rank 3}
 * @param operation the name of the call: {@code send}, or with its type {@code Group.include}; null
 *     where {@code detail} is
 * @param detail what is known of the operation, behind its name: {@code " on world"}
 * @hidden
 */
public record ErrorPlace(@Nullable String rank, @Nullable String operation, @Nullable String detail)
    implements Serializable {

  /** Nothing is known. */
  public static final ErrorPlace UNKNOWN = new ErrorPlace(null, null, null);

  /** A rank, in no call or in one that is not known. */
  public static ErrorPlace of(int rank) {
    return new ErrorPlace("rank " + rank, null, null);
  }

  /** A call of a rank. */
  public static ErrorPlace of(int rank, String operation) {
    return new ErrorPlace("rank " + rank, operation, null);
  }

  /** A call that belongs to no rank, or to one that is not known. */
  public static ErrorPlace of(String operation) {
    return new ErrorPlace(null, operation, null);
  }

  /** The same call, of which more is known. */
  public ErrorPlace with(String more) {
    return new ErrorPlace(rank, operation, detail == null ? more : detail + more);
  }

  /** The same call on what has this name. */
  public ErrorPlace on(String name) {
    return with(" on " + name);
  }

  /** The same place, where the operation has another name. */
  public ErrorPlace named(String name) {
    return new ErrorPlace(rank, name, detail);
  }

  /** The message of an error here. */
  public ErrorMessage message(String reason) {
    return message(ErrorText.of(reason));
  }

  /** The message of an error here, of which the reason names calls. */
  public ErrorMessage message(ErrorText reason) {
    return new ErrorMessage(this, reason, null, null);
  }

  /** The message of an error here, against which there is something to do. */
  public ErrorMessage message(String reason, @Nullable Advice advice) {
    return new ErrorMessage(this, ErrorText.of(reason), advice, null);
  }

  /** The text of a message up to its first colon; empty where nothing is known. */
  ErrorText text() {
    if (operation == null) {
      return ErrorText.of(rank == null ? "" : rank);
    }
    return ErrorText.of(rank == null ? "" : rank + ", ")
        .withCall(operation)
        .with(detail == null ? "" : detail);
  }

  /** The words of a message up to its first colon; empty where nothing is known. */
  @Override
  public String toString() {
    return text().toString();
  }
}
