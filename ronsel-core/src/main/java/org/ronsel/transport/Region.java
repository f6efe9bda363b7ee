package org.ronsel.transport;

import java.lang.foreign.MemorySegment;

/**
 * A range of memory that one rank has and peers can reach by its key: memory of the program that is
 * {@linkplain Transport#register registered}, or memory of a host that is {@linkplain
 * HostMemory#lend lent} to several ranks. The data of one long message are such a range as well,
 * for as long as the message is under way, and have a {@linkplain KeyedData key} only.
 *
 * @param memory the range; any thread may access it
 * @param key by which peers find it, not 0; they check everything in it. A transport whose own keys
 *     are longer brings these to its peers itself, and numbers them
 * @param end the action of {@link #close}
 */
public record Region(MemorySegment memory, long key, Runnable end) implements AutoCloseable {
  /** This rank, or its peers where the memory is registered, must not use it any longer. */
  @Override
  public void close() {
    end.run();
  }
}
