package org.ronsel.engine;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * How ranks that wait for each other in vain find out that they have called different collective
 * operations: a rank that has waited long tells the others its last calls, and they compare.
 */
public final class CallLedgers {
  /** Ledgers of closed communicators that are remembered, for peers that wait still. */
  private static final int CLOSED = 32;

  /** Communicators about which a rank asks that does not know in which one it waits. */
  private static final int ASKED = 64;

  /** In the context of what ranks tell each other: persistent operations. */
  private static final long PERSISTENT = 1L << 32;

  private final Engine engine;

  /** Of communicators that are open, and of the last that were closed, by context; any thread. */
  private final Map<Integer, CallLedger> ledgers = new ConcurrentHashMap<>(4);

  // Under the engine's lock.
  private final ArrayDeque<CallLedger> closed = new ArrayDeque<>(0);
  private boolean rankEnded;

  CallLedgers(Engine engine) {
    this.engine = engine;
  }

  /** Adds the ledger of a communicator's collective calls. */
  public void add(CallLedger ledger) {
    ledgers.put(ledger.context(), ledger);
  }

  /** The communicator of a ledger is closed; its ledger is kept for a while. */
  public void close(CallLedger ledger) {
    engine.lock.acquire();
    try {
      closed.add(ledger);
      if (closed.size() > CLOSED) {
        ledgers.remove(closed.remove().context());
      }
    } finally {
      engine.lock.release();
    }
  }

  /** The rank makes no more calls; whoever waits for it is told, also who asks later. */
  public void rankEnds() {
    engine.lock.acquire();
    try {
      rankEnded = true;
      engine.endedRanks.rankEnds();
    } finally {
      engine.lock.release();
    }
  }

  /** The ledger of the communicator to which a context belongs, or null. Any thread. */
  @Nullable CallLedger of(long context) {
    return ledgers.get((int) (context & FailedCalls.LOW));
  }

  /**
   * Has whoever is waited for compare its collective calls with those of this rank.
   *
   * @param context of the communicator, or 0 if it is not known
   * @param endpoint who is waited for, or a negative number; then the neighbours are told
   */
  void compare(long context, int endpoint) {
    engine.lock.acquire();
    try {
      if (context == 0) {
        ledgers.values().stream().limit(ASKED).forEach(ledger -> tell(ledger, -1));
      } else if (of(context) instanceof CallLedger ledger) {
        tell(ledger, endpoint);
      }
    } finally {
      engine.lock.release();
    }
  }

  private void tell(CallLedger ledger, int endpoint) {
    if (endpoint >= 0) {
      tellPeer(ledger, endpoint);
      return;
    }
    int rank = ledger.rankAt(engine.rank());
    if (rank >= 0) {
      tellPeer(ledger, ledger.endpoint((rank + 1) % ledger.size()));
      tellPeer(ledger, ledger.endpoint((rank + ledger.size() - 1) % ledger.size()));
    }
  }

  private void tellPeer(CallLedger ledger, int endpoint) {
    Peer peer = endpoint == engine.rank() ? null : engine.peers.answerable(endpoint);
    if (peer != null) {
      int limit = peer.link.inlineLimit();
      tellPeer(peer, ledger.context(), ledger.told(limit));
      tellPeer(peer, PERSISTENT | ledger.context(), ledger.toldStarts(limit));
    }
  }

  private void tellPeer(Peer peer, long context, byte[] told) {
    if (told.length != 0) {
      engine.backlog.tell(peer, Envelope.CALLS, context, told);
    }
  }

  /** Compares what a peer has called with what this rank has; under the lock. */
  void told(RecordView record) {
    long context = record.context();
    byte[] calls = record.copyOfPayload();
    boolean persistent = context >>> 32 == PERSISTENT >>> 32;
    if (calls.length < (persistent ? 1 : 2) * Long.BYTES || calls.length % Long.BYTES != 0) {
      throw new MalformedRecordException("sent a list of calls of " + calls.length + " bytes");
    }
    CallLedger ledger = of(context);
    if (ledger == null) {
      return; // a communicator that this rank does not have yet, or has closed long ago
    }
    int other = ledger.rankAt(record.source());
    if (other < 0) {
      throw new MalformedRecordException(
          "sent its calls on a communicator of which it is not a member");
    }
    int own = ledger.rankAt(engine.rank());
    RonselException difference =
        persistent
            ? ledger.differenceOfStarts(own, calls, other, rankEnded)
            : ledger.difference(own, calls, other, rankEnded);
    if (difference != null) {
      engine.failedCalls.failAll(ledger, difference);
    }
  }
}
