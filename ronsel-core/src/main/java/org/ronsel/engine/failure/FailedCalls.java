package org.ronsel.engine.failure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * Tells the ranks of a communicator that a collective operation has failed on one of them, so that
 * no rank waits for those that have given up.
 *
 * <p>A rank whose part fails tells all others, once: the matching context of the call, and the
 * reason. Operations that wait for a message in that context, now or later, fail; messages that
 * still arrive in it are dropped. Where ranks have called different operations they are not in the
 * same contexts, nor at the same point of a meeting; then all calls of the communicator fail, those
 * to come as well.
 *
 * <p>The public methods may be called by any thread; the others under the engine's lock.
 */
public final class FailedCalls {
  /** Failures that are remembered, for ranks that are late. */
  private static final int REMEMBERED = 1024;

  private static final int LONGEST_TEXT = 1500;

  /** Why calls have failed: the text is encoded, since many failures are remembered. */
  private record Failure(ErrorClass errorClass, String encoded) {
    ErrorText text() {
      return ErrorText.decoded(encoded);
    }
  }

  private final FailureEngine engine;
  private final Map<Long, Failure> failed = new LinkedHashMap<>(0);

  FailedCalls(FailureEngine engine) {
    this.engine = engine;
  }

  /** Whether calls in a context have failed, or it is one of a communicator that was revoked. */
  public boolean isFailed(long context) {
    return !failed.isEmpty() && find(context) != null
        || engine.revocations().failure(context) != null;
  }

  private @Nullable Failure find(long context) {
    Failure known = failed.get(context);
    // Numbers of calls are not negative; other things have a context of the communicator, too.
    return known != null || context < 0 ? known : failed.get(all(context));
  }

  /** Throws why calls in a context have failed, if they have. */
  public void check(long context) {
    RonselException revoked = engine.revocations().failure(context);
    if (revoked != null) {
      throw revoked;
    }
    Failure failure = failed.isEmpty() ? null : find(context);
    if (failure != null) {
      throw exception(failure);
    }
  }

  /**
   * Throws why all calls of a communicator have failed, if they have.
   *
   * @param context of any of them
   */
  public void throwIfAllFailed(long context) {
    engine.lock.acquire();
    try {
      check(all(context));
    } finally {
      engine.lock.release();
    }
  }

  /** Whether it is known that the call in a context has failed. */
  public boolean hasFailed(long context) {
    engine.lock.acquire();
    try {
      return isFailed(context);
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Fails a collective call on all ranks, unless it has failed already: this rank cannot do its
   * part.
   *
   * @param context of the call's messages
   * @param size number of ranks
   * @param endpoints the endpoint of a rank
   */
  public void fail(long context, RonselException cause, int size, IntUnaryOperator endpoints) {
    engine.lock.acquire();
    try {
      if (!engine.hasFailed()) {
        failLocked(context, cause, size, endpoints);
      }
    } finally {
      engine.lock.release();
    }
  }

  /** Fails all collective calls of a communicator, on all ranks: they are out of step. */
  public void failAll(long context, RonselException why) {
    engine.lock.acquire();
    try {
      if (!engine.hasFailed() && engine.callLogs().of(context) instanceof CallLog log) {
        failAll(log, why);
      }
    } finally {
      engine.lock.release();
    }
  }

  /** The same under the engine's lock. */
  void failAll(CallLog log, RonselException why) {
    failLocked(all(log.context()), why, log.size(), log::endpoint);
  }

  private void failLocked(
      long context, RonselException cause, int size, IntUnaryOperator endpoints) {
    Failure failure = new Failure(cause.errorClass(), cause.parts().text().encoded());
    if (!isFailed(context)) {
      remember(context, failure);
      tellAll(context, failure, size, endpoints);
    }
  }

  /**
   * A member of a communicator has failed: all calls fail, here; the others are told of the member
   * as this rank has been.
   */
  void memberFailed(CallLog log, String why) {
    long context = all(log.context());
    if (find(context) == null) {
      remember(context, new Failure(ErrorClass.PROC_FAILED, ErrorText.of(why).encoded()));
    }
  }

  private void remember(long context, Failure failure) {
    failed.put(context, failure);
    if (failed.size() > REMEMBERED) {
      failed.remove(failed.keySet().iterator().next());
    }
    engine.noteFailure();
    boolean ofAll = context < 0;
    engine
        .messages()
        .failContext(
            of -> ofAll ? of >= 0 && all(of) == all(context) : of == context,
            () -> exception(failure));
    engine.waiting.wakeAllLocked();
  }

  private void tellAll(long context, Failure failure, int size, IntUnaryOperator endpoints) {
    for (int rank = 0; rank < size; rank++) {
      int endpoint = endpoints.applyAsInt(rank);
      Peer peer = endpoint == engine.rank() ? null : engine.messages().answerable(endpoint);
      if (peer != null) {
        int longest = Math.min(LONGEST_TEXT, peer.can.inlineLimit() - 1);
        engine.messages().tell(peer, Envelope.FAILED, context, message(failure, longest));
      }
    }
  }

  private static byte[] message(Failure failure, int longest) {
    byte[] text = failure.encoded.getBytes(UTF_8);
    int length = Math.max(0, Math.min(text.length, longest));
    byte[] message = new byte[length + 1];
    message[0] = (byte) failure.errorClass.ordinal();
    System.arraycopy(text, 0, message, 1, length);
    return message;
  }

  /** A peer says that calls have failed. */
  public void told(RecordView record) {
    long context = record.context();
    byte[] message = record.copyOfPayload();
    ErrorClass[] classes = ErrorClass.values();
    if (message.length == 0 || message[0] < 0 || message[0] >= classes.length) {
      throw new MalformedRecordException("sent a failure of no known class");
    }
    if (!isOfCalls(context)) {
      throw new MalformedRecordException("sent a failure of what is not a collective operation");
    }
    CallLog log = engine.callLogs().of(context);
    if (log != null && log.rankAt(record.source()) < 0) {
      throw new MalformedRecordException(
          "sent a failure on a communicator of which it is not a member");
    }
    if (find(context) == null) {
      remember(
          context,
          new Failure(classes[message[0]], new String(message, 1, message.length - 1, UTF_8)));
    }
  }

  /** The context of all calls of the communicator to which a context belongs. */
  private static long all(long context) {
    return Contexts.of(Contexts.ALL_CALLS, context & Contexts.COMMUNICATOR_BITS);
  }

  /** Whether a context is that of a call, or of all of a communicator: never one of messages. */
  private static boolean isOfCalls(long context) {
    return (context & 1) != 0 && (context >= 0 || context == all(context));
  }

  /** Makes a new exception for each caller: an error handler sees an exception once. */
  private RonselException exception(Failure failure) {
    return exception(failure.errorClass, message(engine.rank(), failure.text()));
  }

  /** What a rank is told of the failure of a call on another one. */
  public static ErrorMessage message(int rank, ErrorText failure) {
    return ErrorPlace.of(rank)
        .message(ErrorText.of("a collective operation has failed: ").with(failure));
  }

  /** An exception for the failure of a call, of the type that belongs to its class. */
  public static RonselException exception(ErrorClass errorClass, ErrorMessage message) {
    return switch (errorClass) {
      case TRUNCATE -> new TruncationException(message);
      case TYPE -> new TypeMismatchException(message);
      case ARGUMENT, COUNT, ROOT, OP, BUFFER -> new InvalidArgumentException(errorClass, message);
      case PROC_FAILED -> new ProcessFailedException(message);
      default -> new RonselException(errorClass, message, null);
    };
  }
}
