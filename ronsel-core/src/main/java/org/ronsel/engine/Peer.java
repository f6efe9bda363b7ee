package org.ronsel.engine;

import java.util.ArrayDeque;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.Link;

/** The state that an engine keeps for a peer. Guarded by the engine's lock. */
final class Peer {
  final int endpoint;
  final Link link;
  final Capabilities can;

  /** Records that found no room, oldest first; later records to this peer queue behind them. */
  final ArrayDeque<Deferred> backlog = new ArrayDeque<>(0);

  Peer(int endpoint, Link link) {
    this.endpoint = endpoint;
    this.link = link;
    this.can = link.capabilities();
  }
}
