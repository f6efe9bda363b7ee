package org.ronsel.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.observe.Observation;

/**
 * Memory of Ronsel that the program has as long as its window is open. In a checked job whoever
 * touches it afterwards is told; else nothing is done, since to close an arena of all threads stops
 * each of them for a moment.
 */
final class LentMemory {
  private final @Nullable Arena arena = Observation.CHECK ? Arena.ofShared() : null;

  /** What the program gets of memory that is never given back to the system. */
  MemorySegment lend(MemorySegment memory) {
    return arena == null || !memory.isNative() ? memory : memory.reinterpret(arena, null);
  }

  /** Takes all of it back. */
  void takeBack() {
    if (arena == null) {
      return;
    }
    try {
      arena.close();
    } catch (IllegalStateException inUse) {
      // A call of the system on it is under way on another thread: that is left alone.
    }
  }
}
