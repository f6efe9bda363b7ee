package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What a number of exposed memory stands for at its owner: one segment from address 0 on, or
 * several at various addresses, which come and go. Any thread.
 */
public interface AddressSpace {
  /** Some of it, which begins at an address. */
  record Mapped(long address, MemorySegment memory) {}

  /** The memory in which a range lies as a whole, or null. */
  @Nullable Mapped find(long from, long bytes);

  /** Whether its owner adds to it and takes away, so that a peer may name what is not there. */
  default boolean changes() {
    return false;
  }

  /** Of one segment, whose arena the program may have closed: then accesses fail. */
  static AddressSpace of(MemorySegment memory) {
    Mapped all = new Mapped(0, memory);
    return (from, bytes) ->
        from >= 0 && bytes >= 0 && bytes <= memory.byteSize() - from ? all : null;
  }
}
