package org.ronsel.engine.message;

/**
 * A record that found no room and waits, in order, in a peer's backlog. Under the engine's lock.
 */
public interface DeferredRecord {
  /** Tries again; false if there is still no room, or not for all of several records. */
  boolean offer(Peer to);

  /**
   * Whether some of several records have been handed over by a call that has found no more room.
   */
  default boolean hasMoved() {
    return false;
  }
}
