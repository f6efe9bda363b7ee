package org.ronsel.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.observe.Observation;

/**
 * Memory of Ronsel that the program may use while its window is open. In a checked job a later
 * access throws; otherwise nothing is done, since closing a shared arena stops all threads for a
 * moment.
 */
final class LentMemory {
  private final @Nullable Arena arena = Observation.CHECK ? Arena.ofShared() : null;

  /** The segment that the program gets, of memory that is never returned to the system. */
  MemorySegment lend(MemorySegment memory) {
    return arena == null || !memory.isNative() ? memory : memory.reinterpret(arena, null);
  }

  /** Ends the loan of all segments. */
  void takeBack() {
    if (arena == null) {
      return;
    }
    try {
      arena.close();
    } catch (IllegalStateException inUse) {
      // Another thread is in a system call on it: the arena is left open.
    }
  }
}
