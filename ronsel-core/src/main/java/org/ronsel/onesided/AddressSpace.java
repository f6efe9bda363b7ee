package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The memory behind a number of exposed memory at its owner: one segment from address 0 on, or
 * several at various addresses, which are added and removed. Any thread.
 */
public interface AddressSpace {
  /** A segment of it, which begins at an address. */
  record Mapped(long address, MemorySegment memory) {}

  /** The segment that contains a range as a whole, or null. */
  @Nullable Mapped find(long from, long bytes);

  /**
   * Whether its owner adds and removes segments, so that a peer may name addresses without memory.
   */
  default boolean changes() {
    return false;
  }

  /** An address space of one segment. Accesses fail if the program has closed its arena. */
  static AddressSpace of(MemorySegment memory) {
    Mapped all = new Mapped(0, memory);
    return (from, bytes) ->
        from >= 0 && bytes >= 0 && bytes <= memory.byteSize() - from ? all : null;
  }
}
