package org.ronsel.engine;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Transport;

/**
 * The peers of a rank: the links by which it reaches those it has met, and which of all have
 * failed. Guarded by the engine's lock.
 */
final class Peers {
  private final Engine engine;
  private final IntFunction<Transport> routes;
  private final PeerTable met = new PeerTable();

  /** Why peers have failed, met before or not. Read by any thread. */
  private final Map<Integer, RonselException> failures = new ConcurrentHashMap<>(0);

  /** Whether any has failed; written after why, so that whoever sees it finds that. */
  private volatile boolean someFailed;

  /** Those whose processes have failed, as the whole job knows or is about to, and why. */
  private final Map<Integer, ProcessFailedException> dead = new TreeMap<>();

  /** By context id: the failed ranks for which receives from anybody wait no more to be told. */
  private final Map<Integer, Set<Integer>> acknowledged = new HashMap<>(0);

  /** Makes the peers of a rank that {@code routes} reach. */
  Peers(Engine engine, IntFunction<Transport> routes) {
    this.engine = engine;
    this.routes = routes;
  }

  /** The peer at an endpoint, which is met now if it has not been before. */
  Peer get(int endpoint) {
    Peer peer = met.get(endpoint);
    if (peer == null) {
      peer = new Peer(endpoint, routes.apply(endpoint).connect(endpoint));
      met.put(peer);
    }
    return peer;
  }

  /** Shows the endpoints of all peers that have been met. */
  void forEachEndpoint(IntConsumer visitor) {
    met.forEach(peer -> visitor.accept(peer.endpoint));
  }

  /** What carries messages to and from an endpoint. Any thread. */
  String transportName(int endpoint) {
    return routes.apply(endpoint).name();
  }

  /** Whether an endpoint has failed: what it still sends would only pile up. Any thread. */
  boolean hasFailed(int endpoint) {
    return someFailed && failures.containsKey(endpoint);
  }

  /** Throws why an endpoint has failed, if it has. Any thread. */
  void throwIfFailed(int endpoint) {
    RonselException known = failures.get(endpoint);
    if (known != null) {
      throw another(known);
    }
  }

  /** Why an endpoint has failed that is known to have failed. */
  RonselException failureOf(int endpoint) {
    RonselException known = failures.get(endpoint);
    if (known == null) {
      throw new IllegalStateException("peer " + endpoint + " has not failed");
    }
    return known;
  }

  /**
   * The peer to which a record of its own is to be answered, or null if it has failed; it fails
   * when there is no way to it.
   */
  @Nullable Peer answerable(int endpoint) {
    if (hasFailed(endpoint)) {
      return null;
    }
    try {
      return get(endpoint);
    } catch (RuntimeException unreachable) {
      fail(endpoint, unreachable);
      return null;
    }
  }

  /** Fails an endpoint whose record makes no sense. */
  void reject(int endpoint, String did) {
    fail(
        endpoint,
        new RonselException(
            ErrorClass.INTERN, "rank " + engine.rank() + ": peer " + endpoint + " " + did));
  }

  /** Fails everything that involves an endpoint. */
  void fail(int endpoint, Throwable cause) {
    RonselException why =
        cause instanceof RonselException known
            ? known
            : new ProcessFailedException(
                "rank " + engine.rank() + ": peer " + endpoint + " has failed: " + cause, cause);
    if (failures.putIfAbsent(endpoint, why) == null && !dead.containsKey(endpoint)) {
      engine.tellUnreachable(endpoint, why);
    }
    someFailed = true;
    engine.noteImpaired();
    engine.inbound.failReceives(endpoint, why);
    engine.outbound.failSends(endpoint, why);
    engine.noteTrouble();
    engine.waiting.wakeAllLocked();
  }

  // ---- processes that have failed ----

  /**
   * The process of a rank has failed, of which all ranks are told: besides what involves the rank
   * itself, receives and probes fail that wait for a message from anybody of a communicator with
   * the rank, and the collective operations of all such communicators.
   */
  void processFailed(int endpoint, String text) {
    ProcessFailedException why = new ProcessFailedException("rank " + engine.rank() + ": " + text);
    if (dead.putIfAbsent(endpoint, why) != null) {
      return;
    }
    fail(endpoint, why);
    Peer peer = met.get(endpoint);
    if (peer != null) {
      peer.link.peerEnded();
    }
    engine.inbound.failAnySource(
        wait -> {
          Communicators.Known of = engine.communicators.ofMessages(wait.context);
          return of != null && of.has(endpoint) ? another(why) : null;
        });
    engine.callLogs.memberFailed(endpoint, text);
    engine.endedRanks.ended(endpoint);
    engine.waiting.wakeAllLocked();
  }

  /** The processes of these that have failed. */
  BitSet deadAmong(int size, IntUnaryOperator endpoints) {
    BitSet ranks = new BitSet();
    for (int rank = 0; rank < size && !dead.isEmpty(); rank++) {
      if (dead.containsKey(endpoints.applyAsInt(rank))) {
        ranks.set(rank);
      }
    }
    return ranks;
  }

  /** Receives from anybody of a communicator wait again, although these have failed. */
  void acknowledge(int contextId, int size, IntUnaryOperator endpoints) {
    Set<Integer> known = acknowledged.computeIfAbsent(contextId, id -> new HashSet<>());
    deadAmong(size, endpoints).stream().forEach(rank -> known.add(endpoints.applyAsInt(rank)));
  }

  /** Throws if a process has failed that could send a message in a context. */
  void throwIfSenderFailed(long context) {
    Communicators.Known of = dead.isEmpty() ? null : engine.communicators.ofMessages(context);
    if (of == null) {
      return;
    }
    Set<Integer> known = acknowledged.getOrDefault(Communicators.id(context), Set.of());
    for (Map.Entry<Integer, ProcessFailedException> each : dead.entrySet()) {
      if (!known.contains(each.getKey()) && of.has(each.getKey())) {
        throw another(each.getValue());
      }
    }
  }

  /** This rank has closed a communicator. */
  void forget(int contextId) {
    acknowledged.remove(contextId);
  }

  /** A new one for each who is told: an error handler sees an exception once. */
  static RonselException another(RonselException why) {
    return why instanceof ProcessFailedException
        ? new ProcessFailedException(String.valueOf(why.getMessage()), why.getCause())
        : why;
  }
}
