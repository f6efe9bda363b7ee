package org.ronsel.engine.failure;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.RevokedException;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * The communicators of a rank that have been revoked. Each rank that learns of it tells all other
 * members, so that all learn of it even if the rank that revoked the communicator fails while it
 * tells them.
 *
 * <p>Changed under the engine's lock; the public methods may be called by any thread.
 */
public final class Revocations {
  /** Revocations that are kept until this rank has made the communicator, too. */
  private static final int EARLY = 1024;

  private static final String STRANGER = "revoked a communicator of which it is not a member";

  private final FailureEngine engine;

  /** The revoking rank, by context id. */
  private final Map<Integer, Integer> revoked = new ConcurrentHashMap<>(0);

  /** The same for communicators that this rank does not have yet; under the engine's lock. */
  private final Map<Integer, Integer> early = new HashMap<>(0);

  Revocations(FailureEngine engine) {
    this.engine = engine;
  }

  /** Whether this rank knows of a communicator that it has been revoked. */
  public boolean isRevoked(int contextId) {
    return !revoked.isEmpty() && revoked.containsKey(contextId);
  }

  /** Revokes a communicator, on all ranks. */
  public void revoke(int contextId) {
    engine.lock.acquire();
    try {
      engine.throwIfFailed();
      spread(contextId, engine.rank());
    } finally {
      engine.lock.release();
    }
  }

  /** A peer says that a communicator has been revoked. */
  public void told(RecordView record) {
    long id = record.context();
    if (id < 0 || id > Contexts.LARGEST_ID) {
      throw new MalformedRecordException("revoked what is not a communicator");
    }
    if (engine.messages().isClosed((int) id)) {
      return;
    }
    CallLog log = engine.callLogs().of(Contexts.collectives((int) id));
    if (log != null && log.rankAt(record.source()) < 0) {
      throw new MalformedRecordException(STRANGER);
    } else if (log != null) {
      spread((int) id, record.source());
    } else if (early.size() < EARLY) {
      early.put((int) id, record.source());
    } else {
      throw new MalformedRecordException(
          "revoked more than " + EARLY + " communicators that this rank does not have");
    }
  }

  /** This rank has made a communicator, which a peer may have revoked already. Any thread. */
  void made(CallLog log) {
    engine.lock.acquire();
    try {
      Integer source = early.remove(Contexts.id(log.context()));
      if (source != null && log.rankAt(source) < 0) {
        engine.messages().reject(source, STRANGER);
      } else if (source != null) {
        spread(Contexts.id(log.context()), source);
      }
    } finally {
      engine.lock.release();
    }
  }

  private void spread(int id, int by) {
    if (revoked.putIfAbsent(id, by) != null) {
      return;
    }
    engine.notePeerFailedOrRevoked();
    engine.messages().failContext(of -> isOf(of, id), () -> exception(id, by));
    engine.waiting.wakeAllLocked();
    CallLog log = engine.callLogs().of(Contexts.collectives(id));
    for (int rank = 0; log != null && rank < log.size(); rank++) {
      int endpoint = log.endpoint(rank);
      Peer peer = endpoint == engine.rank() ? null : engine.messages().answerable(endpoint);
      if (peer != null) {
        engine.messages().tell(peer, Envelope.REVOKED, id, new byte[0]);
      }
    }
  }

  /** Whether a context is one of messages, calls or creations of a communicator. */
  private static boolean isOf(long context, int id) {
    return Contexts.id(context) == id && !Contexts.isOfSession(context);
  }

  /**
   * The exception of operations in a context if it belongs to a revoked communicator, else null.
   */
  @Nullable RevokedException failure(long context) {
    if (revoked.isEmpty() || Contexts.isOfSession(context)) {
      return null;
    }
    int id = Contexts.id(context);
    Integer by = revoked.get(id);
    return by == null ? null : exception(id, by);
  }

  /** Makes a new exception for each caller: an error handler sees an exception once. */
  private RevokedException exception(int id, int by) {
    return new RevokedException(
        ErrorPlace.of(engine.rank())
            .message(
                "communicator "
                    + engine.communicators().of(Contexts.messages(id))
                    + " has been revoked"
                    + (by == engine.rank() ? "" : ", as rank " + by + " has told")
                    + "; shrink makes one of the ranks that are left"));
  }

  /** This rank has closed a communicator. */
  public void forget(int id) {
    revoked.remove(id);
  }
}
