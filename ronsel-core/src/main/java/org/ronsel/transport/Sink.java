package org.ronsel.transport;

/** Where a transport delivers what has arrived: the engine. Called under the engine's lock. */
public interface Sink extends RecordHandler {
  /**
   * A record broke the wire format, or the peer is gone: fails everything that involves the peer.
   */
  void failPeer(int endpoint, Throwable cause);
}
