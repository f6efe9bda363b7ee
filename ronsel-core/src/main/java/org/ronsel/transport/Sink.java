package org.ronsel.transport;

import java.lang.foreign.MemorySegment;

/** Where a transport delivers what has arrived: the engine. Called under the engine's lock. */
public interface Sink extends RecordReader {
  /**
   * A fragment of bulk data has arrived in the sender's pool. The engine calls {@link
   * FragmentOwner#free} once it has copied the bytes.
   *
   * @param cookie the sender's operation
   * @param messageOffset where in the message the bytes belong
   */
  void fragment(
      int source,
      long cookie,
      long messageOffset,
      int bytes,
      MemorySegment memory,
      long memoryOffset,
      FragmentOwner owner,
      int number);

  /**
   * A record broke the wire format, or the peer is gone: fails everything that involves the peer.
   */
  void failPeer(int endpoint, Throwable cause);

  /** Takes back fragments that have been read. */
  @FunctionalInterface
  interface FragmentOwner {
    /** Frees a fragment; may be called from any thread, without the engine's lock. */
    void free(int number);
  }
}
