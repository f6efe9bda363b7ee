package org.ronsel.engine;

import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.PeerTable;
import org.ronsel.transport.Transport;

/**
 * The peers of a rank: the links by which it reaches those it has met. Guarded by the engine's
 * lock; {@link PeerFailures} knows which have failed.
 */
public final class Peers {
  private final Engine engine;
  private final IntFunction<Transport> routes;
  private final PeerTable met = new PeerTable();

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

  /** The name of the transport that carries messages to and from an endpoint. Any thread. */
  String transportName(int endpoint) {
    return routes.apply(endpoint).name();
  }

  /** Whether messages to and from an endpoint pass through the operating system. Any thread. */
  boolean reachesThroughKernel(int endpoint) {
    try {
      return routes.apply(endpoint).passesThroughKernel();
    } catch (RuntimeException unreachable) {
      return false; // who sends to it is told
    }
  }

  /**
   * The peer to which a record of its own is to be answered, or null if it has failed; it fails
   * when there is no way to it.
   */
  @Nullable Peer answerable(int endpoint) {
    if (engine.peerFailures().hasFailed(endpoint)) {
      return null;
    }
    try {
      return get(endpoint);
    } catch (RuntimeException unreachable) {
      engine.peerFailures().fail(endpoint, unreachable);
      return null;
    }
  }

  /** The peer at an endpoint if it has been met, else null. */
  @Nullable Peer known(int endpoint) {
    return met.get(endpoint);
  }

  /** Fails an endpoint that has sent an invalid record. */
  void reject(int endpoint, String did) {
    engine
        .peerFailures()
        .fail(
            endpoint,
            new RonselException(
                ErrorClass.INTERN,
                ErrorPlace.of(engine.rank()).message("peer " + endpoint + " " + did),
                null));
  }
}
