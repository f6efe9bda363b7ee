package org.ronsel.engine.message;

/**
 * A record that found no room and waits, in order, in a peer's backlog. Under the engine's lock.
 */
public interface DeferredRecord {
  /** Tries again; false if there is still no room. */
  boolean offer(Peer to);
}
