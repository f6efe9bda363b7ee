package org.ronsel.engine.failure;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * How ranks that wait for each other in vain find out that they have called different collective
 * operations: a rank that has waited long tells the others its last calls, and they compare.
 */
public final class CallLogs {
  /** Logs of closed communicators that are remembered, for peers that wait still. */
  private static final int CLOSED = 32;

  /** Communicators about which a rank asks that does not know in which one it waits. */
  private static final int ASKED = 64;

  private final FailureEngine engine;

  /** The logs of open communicators, and of the last that were closed, by context; any thread. */
  private final Map<Integer, CallLog> logs = new ConcurrentHashMap<>(4);

  // Under the engine's lock.
  private final ArrayDeque<CallLog> closed = new ArrayDeque<>(0);
  private boolean rankEnded;

  CallLogs(FailureEngine engine) {
    this.engine = engine;
  }

  /** Adds the log of a communicator's collective calls. */
  public void add(CallLog log) {
    logs.put(log.context(), log);
    engine.revocations().made(log);
  }

  /** The communicator of a log is closed; its log is kept for a while. */
  public void close(CallLog log) {
    engine.lock.acquire();
    try {
      closed.add(log);
      if (closed.size() > CLOSED) {
        logs.remove(closed.remove().context());
      }
    } finally {
      engine.lock.release();
    }
  }

  /** The rank makes no more calls; ranks that wait for it are told, also those that ask later. */
  public void rankEnds() {
    engine.lock.acquire();
    try {
      rankEnded = true;
      engine.endedRanks().rankEnds();
    } finally {
      engine.lock.release();
    }
  }

  /** The log of the communicator to which a context belongs, or null. Any thread. */
  @Nullable CallLog of(long context) {
    return logs.get((int) (context & Contexts.COMMUNICATOR_BITS));
  }

  /** A rank has failed: so have the calls of all communicators that it is a member of. */
  void memberFailed(int endpoint, String why) {
    for (CallLog log : logs.values()) {
      if (log.rankAt(endpoint) >= 0) {
        engine.failedCalls().memberFailed(log, why);
      }
    }
  }

  /**
   * Asks the rank that is waited for to compare its collective calls with those of this rank.
   *
   * @param context of the communicator, or 0 if it is not known
   * @param endpoint the endpoint that is waited for; if negative, the neighbours are asked
   */
  public void compare(long context, int endpoint) {
    engine.lock.acquire();
    try {
      if (context == 0) {
        logs.values().stream().limit(ASKED).forEach(log -> tell(log, -1));
      } else if (of(context) instanceof CallLog log) {
        tell(log, endpoint);
      }
    } finally {
      engine.lock.release();
    }
  }

  private void tell(CallLog log, int endpoint) {
    if (endpoint >= 0) {
      tellPeer(log, endpoint);
      return;
    }
    int rank = log.rankAt(engine.rank());
    if (rank >= 0) {
      tellPeer(log, log.endpoint((rank + 1) % log.size()));
      tellPeer(log, log.endpoint((rank + log.size() - 1) % log.size()));
    }
  }

  private void tellPeer(CallLog log, int endpoint) {
    Peer peer = endpoint == engine.rank() ? null : engine.messages().answerable(endpoint);
    if (peer != null) {
      int limit = peer.can.inlineLimit();
      tellPeer(peer, log.context(), log.told(limit));
      tellPeer(peer, Contexts.of(Contexts.TOLD_STARTS, log.context()), log.toldStarts(limit));
    }
  }

  private void tellPeer(Peer peer, long context, byte[] told) {
    if (told.length != 0) {
      engine.messages().tell(peer, Envelope.CALLS, context, told);
    }
  }

  /**
   * Compares what a peer has called with what this rank has; under the lock. For want of memory it
   * does not, and waits until the peer asks again.
   */
  public void told(RecordView record) {
    CallLog log = of(record.context());
    if (log == null) {
      return; // a communicator that this rank does not have yet, or has closed long ago
    }
    RonselException difference;
    try {
      difference = difference(log, record);
    } catch (OutOfMemoryError full) {
      return;
    }
    if (difference != null) {
      engine.failedCalls().failAll(log, difference);
    }
  }

  private @Nullable RonselException difference(CallLog log, RecordView record) {
    byte[] calls = record.copyOfPayload();
    boolean persistent = Contexts.instance(record.context()) == Contexts.TOLD_STARTS;
    if (calls.length < (persistent ? 1 : 2) * Long.BYTES || calls.length % Long.BYTES != 0) {
      throw new MalformedRecordException("sent a list of calls of " + calls.length + " bytes");
    }
    int other = log.rankAt(record.source());
    if (other < 0) {
      throw new MalformedRecordException(
          "sent its calls on a communicator of which it is not a member");
    }
    int own = log.rankAt(engine.rank());
    return persistent
        ? log.differenceOfStarts(own, calls, other, rankEnded)
        : log.difference(own, calls, other, rankEnded);
  }
}
