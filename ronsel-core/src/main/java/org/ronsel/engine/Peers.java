package org.ronsel.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
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

  /** Why peers have failed, met before or not. */
  private final Map<Integer, RonselException> failures = new HashMap<>(0);

  /** Whether any has failed: this is asked for each message. */
  private boolean someFailed;

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

  /** Whether an endpoint has failed: what it still sends would only pile up. */
  boolean hasFailed(int endpoint) {
    return someFailed && failures.containsKey(endpoint);
  }

  /** Throws why an endpoint has failed, if it has. */
  void throwIfFailed(int endpoint) {
    if (someFailed && failures.get(endpoint) instanceof RonselException known) {
      throw known;
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
    failures.putIfAbsent(endpoint, why);
    someFailed = true;
    engine.inbound.failReceives(endpoint, why);
    engine.outbound.failSends(endpoint, why);
    engine.noteTrouble();
    engine.waiting.wakeAllLocked();
  }
}
