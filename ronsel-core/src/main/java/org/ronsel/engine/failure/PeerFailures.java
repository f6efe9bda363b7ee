package org.ronsel.engine.failure;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.engine.message.Communicators;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;

/**
 * Which peers of a rank have failed, which of them as processes (User Level Failure Mitigation),
 * and what fails with them. Guarded by the engine's lock, which public methods take where they need
 * it.
 */
public final class PeerFailures {
  private final FailureEngine engine;

  /** Why peers have failed, met before or not. Read by any thread. */
  private final Map<Integer, RonselException> failures = new ConcurrentHashMap<>(0);

  /**
   * Whether any peer has failed; written after the reason, so that a thread that sees it finds the
   * reason.
   */
  private volatile boolean someFailed;

  /** The processes that have failed, as the whole job knows or is about to, and the reasons. */
  private final Map<Integer, ProcessFailedException> dead = new TreeMap<>();

  /** By context id: the failed ranks that receives from any source no longer wait to be told of. */
  private final Map<Integer, Set<Integer>> acknowledged = new HashMap<>(0);

  private volatile BiConsumer<Integer, RonselException> unreachable = (endpoint, why) -> {};

  private BiConsumer<Integer, RonselException> failed = (endpoint, why) -> {};

  PeerFailures(FailureEngine engine) {
    this.engine = engine;
  }

  /** Whether an endpoint has failed: what it still sends would only pile up. Any thread. */
  public boolean hasFailed(int endpoint) {
    return someFailed && failures.containsKey(endpoint);
  }

  /** Throws why the rank itself or a peer has failed, if either has. Any thread, also handlers. */
  public void throwIfPeerFailed(int endpoint) {
    engine.throwIfFailed();
    if (engine.mayHaveFailures()) {
      throwIfFailed(endpoint);
    }
  }

  /** Throws why an endpoint has failed, if it has. Any thread. */
  public void throwIfFailed(int endpoint) {
    RonselException known = failures.get(endpoint);
    if (known != null) {
      throw another(known);
    }
  }

  /**
   * Throws why one of the endpoints {@code first}, {@code first + step}... has failed. Any thread.
   */
  public void throwIfAnyFailed(int first, int step) {
    engine.throwIfFailed();
    if (engine.mayHaveFailures()) {
      for (int endpoint : failures.keySet()) {
        if (endpoint >= first && (endpoint - first) % step == 0) {
          throwIfFailed(endpoint);
        }
      }
    }
  }

  /** Why an endpoint has failed that is known to have failed. */
  public RonselException failureOf(int endpoint) {
    RonselException known = failures.get(endpoint);
    if (known == null) {
      throw new IllegalStateException("peer " + endpoint + " has not failed");
    }
    return another(known);
  }

  /** Fails everything that involves an endpoint. */
  public void failPeer(int endpoint, Throwable cause) {
    engine.lock.acquire();
    try {
      fail(endpoint, cause);
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Sets the listener for peers that this rank can no longer reach; under the engine's lock, so it
   * must not block.
   */
  public void onUnreachable(BiConsumer<Integer, RonselException> listener) {
    unreachable = listener;
  }

  /**
   * Sets what fails, with a peer, what layers above the engine have asked of it; under the engine's
   * lock, so it must not block. Called when the engine is made.
   */
  public void onFailure(BiConsumer<Integer, RonselException> listener) {
    failed = listener;
  }

  /** As {@link #failPeer}, under the lock. */
  public void fail(int endpoint, Throwable cause) {
    RonselException why =
        cause instanceof RonselException known
            ? known
            : new ProcessFailedException(
                ErrorPlace.of(engine.rank()).message("peer " + endpoint + " has failed: " + cause),
                cause);
    // Where this process can reach nobody, its peer has not failed.
    if (failures.putIfAbsent(endpoint, why) == null
        && !dead.containsKey(endpoint)
        && why.errorClass() == ErrorClass.PROC_FAILED) {
      unreachable.accept(endpoint, why);
    }
    someFailed = true;
    engine.notePeerFailedOrRevoked();
    engine.messages().failReceives(endpoint, why);
    engine.messages().failSends(endpoint, why);
    failed.accept(endpoint, why);
    engine.noteFailure();
    engine.waiting.wakeAllLocked();
  }

  // ---- processes that have failed ----

  /**
   * The process of a rank has failed, of which all ranks are told. Besides operations that involve
   * the rank itself, receives and probes fail that wait for any source in a communicator with the
   * rank, and the collective operations of all such communicators. See {@link
   * org.ronsel.Comm#failedRanks()}.
   *
   * @param why in one line, which names the rank
   */
  public void processFailed(int endpoint, String why) {
    engine.lock.acquire();
    try {
      ended(endpoint, why);
    } finally {
      engine.lock.release();
    }
  }

  private void ended(int endpoint, String text) {
    ProcessFailedException why =
        new ProcessFailedException(ErrorPlace.of(engine.rank()).message(text));
    if (dead.putIfAbsent(endpoint, why) != null) {
      return;
    }
    fail(endpoint, why);
    Peer peer = engine.messages().knownPeer(endpoint);
    if (peer != null) {
      peer.link.peerEnded();
    }
    engine
        .messages()
        .failAnySource(wait -> engine.endedRanks().maySend(endpoint, wait) ? another(why) : null);
    engine.callLogs().memberFailed(endpoint, text);
    engine.endedRanks().ended(endpoint);
    engine.waiting.wakeAllLocked();
  }

  /**
   * The ranks of a communicator whose processes have failed, as far as this rank knows.
   *
   * @param size number of ranks
   * @param endpoints the endpoint of a rank
   */
  public BitSet failedAmong(int size, IntUnaryOperator endpoints) {
    engine.lock.acquire();
    try {
      return deadAmong(size, endpoints);
    } finally {
      engine.lock.release();
    }
  }

  private BitSet deadAmong(int size, IntUnaryOperator endpoints) {
    BitSet ranks = new BitSet();
    for (int rank = 0; rank < size && !dead.isEmpty(); rank++) {
      if (dead.containsKey(endpoints.applyAsInt(rank))) {
        ranks.set(rank);
      }
    }
    return ranks;
  }

  /**
   * Allows receives from any source in a communicator to wait despite the failures that are known
   * now.
   */
  public void acknowledge(int contextId, int size, IntUnaryOperator endpoints) {
    engine.lock.acquire();
    try {
      Set<Integer> known = acknowledged.computeIfAbsent(contextId, id -> new HashSet<>());
      deadAmong(size, endpoints).stream().forEach(rank -> known.add(endpoints.applyAsInt(rank)));
    } finally {
      engine.lock.release();
    }
  }

  /** Throws why a process has failed that could send a message in a context. */
  private void throwIfSenderFailed(long context) {
    Communicators.Known of = dead.isEmpty() ? null : engine.communicators().ofMessages(context);
    if (of == null) {
      return;
    }
    Set<Integer> known = acknowledged.getOrDefault(Contexts.id(context), Set.of());
    for (Map.Entry<Integer, ProcessFailedException> each : dead.entrySet()) {
      if (!known.contains(each.getKey()) && of.has(each.getKey())) {
        throw another(each.getValue());
      }
    }
  }

  /** Throws what a call would fail with in a context, to or from an endpoint; under the lock. */
  public void throwIfFailedOrRevoked(long context, int endpoint) {
    RonselException revoked = engine.revocations().failure(context);
    if (revoked != null) {
      throw revoked;
    }
    if (endpoint == Ronsel.ANY_SOURCE) {
      throwIfSenderFailed(context);
    } else {
      throwIfFailed(endpoint);
    }
  }

  /** This rank has closed a communicator. */
  public void forget(int contextId) {
    acknowledged.remove(contextId);
  }

  /** Makes a new exception for each caller: an error handler sees an exception once. */
  public static RonselException another(RonselException why) {
    if (why instanceof ProcessFailedException) {
      return new ProcessFailedException(why.parts(), why.getCause());
    }
    return why.getClass() == RonselException.class
        ? new RonselException(why.errorClass(), why.parts(), why.getCause())
        : why;
  }
}
