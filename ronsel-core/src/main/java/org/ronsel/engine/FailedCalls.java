package org.ronsel.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.transport.Envelope;

/**
 * How the ranks of a communicator learn that a collective operation has failed on one of them, or
 * that they have called different ones, so that nobody waits for those who have given up.
 *
 * <p>A rank whose part fails tells all others, once: the matching context of the call, and why.
 * Whoever waits for a message in that context, or asks for one later, fails; what still comes in it
 * is dropped. Where ranks have called different operations they are not in the same contexts, nor
 * at the same point of a meeting; then all calls of the communicator fail, those to come as well.
 *
 * <p>Guarded by the engine's lock, except where said otherwise.
 */
final class FailedCalls {
  /** In place of the number of a call: all of them. */
  private static final long ALL = -4L << 32;

  /** What names the communicator: without the bit that is set while another is made from it. */
  private static final long LOW = 0x7fff_ffffL;

  /** Failures that are remembered, for ranks that are late. */
  private static final int REMEMBERED = 1024;

  /** Ledgers of closed communicators that are remembered, for peers that wait still. */
  private static final int CLOSED = 32;

  /** Communicators about which a rank asks that does not know in which one it waits. */
  private static final int ASKED = 64;

  private static final int LONGEST_TEXT = 1500;

  private record Failure(ErrorClass errorClass, String text) {}

  private final Engine engine;
  private final Map<Long, Failure> failed = new LinkedHashMap<>(0);

  /** By context; any thread. */
  private final Map<Integer, CallLedger> ledgers = new ConcurrentHashMap<>(4);

  private final ArrayDeque<CallLedger> closed = new ArrayDeque<>(0);
  private boolean rankEnded;

  FailedCalls(Engine engine) {
    this.engine = engine;
  }

  // ---- ledgers ----

  void keep(CallLedger ledger) {
    ledgers.put(ledger.context(), ledger);
  }

  /** The communicator is closed; its ledger is kept for a while. */
  void closed(CallLedger ledger) {
    closed.add(ledger);
    if (closed.size() > CLOSED) {
      ledgers.remove(closed.remove().context());
    }
  }

  /** The rank makes no more calls. */
  void rankEnds() {
    rankEnded = true;
  }

  /**
   * Tells who is waited for what this rank has called.
   *
   * @param context of the communicator, or 0 if it is not known
   * @param endpoint who is waited for, or a negative number; then the neighbours are told
   */
  void ask(long context, int endpoint) {
    if (context != 0) {
      CallLedger ledger = ledgers.get((int) (context & LOW));
      if (ledger != null) {
        ask(ledger, endpoint);
      }
      return;
    }
    ledgers.values().stream().limit(ASKED).forEach(ledger -> ask(ledger, -1));
  }

  private void ask(CallLedger ledger, int endpoint) {
    if (endpoint >= 0) {
      tell(ledger, endpoint);
      return;
    }
    int rank = ledger.rankAt(engine.rank());
    if (rank >= 0) {
      tell(ledger, ledger.endpoint((rank + 1) % ledger.size()));
      tell(ledger, ledger.endpoint((rank + ledger.size() - 1) % ledger.size()));
    }
  }

  private void tell(CallLedger ledger, int endpoint) {
    Peer peer = endpoint == engine.rank() ? null : engine.answerable(endpoint);
    if (peer != null) {
      byte[] told = ledger.told(peer.link.inlineLimit());
      if (told.length != 0) {
        engine.outbound.tell(peer, Envelope.CALLS, ledger.context(), told);
      }
    }
  }

  /**
   * Compares what a peer has called with what this rank has.
   *
   * @return what is wrong with the record, or null
   */
  @Nullable String told(int source, long context, byte[] calls) {
    if (calls.length < 2 * Long.BYTES || calls.length % Long.BYTES != 0) {
      return "a list of calls of " + calls.length + " bytes";
    }
    CallLedger ledger = ledgers.get((int) (context & LOW));
    if (ledger == null) {
      return null; // a communicator that this rank does not have yet, or has closed long ago
    }
    int other = ledger.rankAt(source);
    if (other < 0) {
      return "its calls on a communicator of which it is not a member";
    }
    int own = ledger.rankAt(engine.rank());
    String difference = ledger.difference(own, calls, other, rankEnded);
    if (difference != null) {
      failAll(ledger, difference);
    }
    return null;
  }

  // ---- failures ----

  /** Whether calls in a context have failed. */
  boolean isFailed(long context) {
    return !failed.isEmpty() && find(context) != null;
  }

  private @Nullable Failure find(long context) {
    Failure known = failed.get(context);
    // Numbers of calls are not negative; other things have a context of the communicator, too.
    return known != null || context < 0 ? known : failed.get(ALL | context & LOW);
  }

  /** Throws why calls in a context have failed, if they have. */
  void check(long context) {
    Failure failure = failed.isEmpty() ? null : find(context);
    if (failure != null) {
      throw exception(failure);
    }
  }

  /** Throws why all calls of a communicator have failed, if they have. */
  void checkAll(long context) {
    check(ALL | context & LOW);
  }

  /** Fails one call, of which all members are told. */
  void fail(long context, RonselException cause, int size, IntUnaryOperator endpoints) {
    String message = cause.getMessage();
    Failure failure = new Failure(cause.errorClass(), message == null ? cause.toString() : message);
    if (find(context) == null) {
      remember(context, failure);
      tellAll(context, failure, size, endpoints);
    }
  }

  /** Fails all calls of a communicator, of which all members are told. */
  void failAll(CallLedger ledger, String why) {
    fail(
        ALL | ledger.context() & LOW,
        new InvalidArgumentException(ErrorClass.ARGUMENT, why),
        ledger.size(),
        ledger::endpoint);
  }

  /** Fails all calls of a communicator, for what this rank has found itself. */
  void failAll(long context, RonselException why) {
    CallLedger ledger = ledgers.get((int) (context & LOW));
    if (ledger != null) {
      fail(ALL | context & LOW, why, ledger.size(), ledger::endpoint);
    }
  }

  private void remember(long context, Failure failure) {
    failed.put(context, failure);
    if (failed.size() > REMEMBERED) {
      failed.remove(failed.keySet().iterator().next());
    }
    engine.noteTrouble();
    boolean all = context < 0;
    engine.inbound.failContext(
        of -> all ? of >= 0 && (of & LOW) == (context & LOW) : of == context,
        () -> exception(failure));
    engine.waiting.wakeAllLocked();
  }

  private void tellAll(long context, Failure failure, int size, IntUnaryOperator endpoints) {
    for (int rank = 0; rank < size; rank++) {
      int endpoint = endpoints.applyAsInt(rank);
      Peer peer = endpoint == engine.rank() ? null : engine.answerable(endpoint);
      if (peer != null) {
        int longest = Math.min(LONGEST_TEXT, peer.link.inlineLimit() - 1);
        engine.outbound.tell(peer, Envelope.FAILED, context, message(failure, longest));
      }
    }
  }

  private static byte[] message(Failure failure, int longest) {
    byte[] text = failure.text.getBytes(UTF_8);
    int length = Math.max(0, Math.min(text.length, longest));
    byte[] message = new byte[length + 1];
    message[0] = (byte) failure.errorClass.ordinal();
    System.arraycopy(text, 0, message, 1, length);
    return message;
  }

  /**
   * A peer says that calls have failed.
   *
   * @return what is wrong with the record, or null
   */
  @Nullable String failedAt(int source, long context, byte[] message) {
    ErrorClass[] classes = ErrorClass.values();
    if (message.length == 0 || message[0] < 0 || message[0] >= classes.length) {
      return "a failure of no known class";
    }
    CallLedger ledger = ledgers.get((int) (context & LOW));
    if (ledger != null && ledger.rankAt(source) < 0) {
      return "a failure on a communicator of which it is not a member";
    }
    if (find(context) == null) {
      remember(
          context,
          new Failure(classes[message[0]], new String(message, 1, message.length - 1, UTF_8)));
    }
    return null;
  }

  /** A new one for each who is told: an error handler sees an exception once. */
  private RonselException exception(Failure failure) {
    String text = "rank " + engine.rank() + ": a collective operation has failed: " + failure.text;
    return switch (failure.errorClass) {
      case TRUNCATE -> new TruncationException(text);
      case TYPE -> new TypeMismatchException(text);
      case ARGUMENT, COUNT, ROOT, OP, BUFFER ->
          new InvalidArgumentException(failure.errorClass, text);
      default -> new RonselException(failure.errorClass, text);
    };
  }
}
