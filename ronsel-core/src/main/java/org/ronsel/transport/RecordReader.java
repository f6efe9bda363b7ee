package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Reads arrived records one by one, in order per peer. */
@FunctionalInterface
public interface RecordReader {
  /**
   * A record has arrived. Everything in it comes from outside and is to be checked.
   *
   * @param header see {@link Envelope}
   * @param payload memory that holds the inline bytes; valid during the call only
   * @param payloadOffset where in {@code payload} they start
   * @param attachment the sender's reference, on links that share the heap
   */
  void record(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment);
}
