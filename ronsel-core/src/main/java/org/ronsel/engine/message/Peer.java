package org.ronsel.engine.message;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.KeyedData;
import org.ronsel.transport.Link;

/** The state that an engine keeps for a peer. Guarded by the engine's lock. */
public final class Peer {
  public final int endpoint;
  public final Link link;
  public final Capabilities can;

  /** What its link reads in place; null if nothing. */
  public final @Nullable KeyedData keyedData;

  /** Records that found no room, oldest first; later records to this peer queue behind them. */
  public final ArrayDeque<DeferredRecord> backlog = new ArrayDeque<>(0);

  public Peer(int endpoint, Link link) {
    this.endpoint = endpoint;
    this.link = link;
    this.can = link.capabilities();
    this.keyedData = link.keyedData();
    assert (keyedData != null) == (can.memory() == Capabilities.Memory.BY_KEY);
  }
}
