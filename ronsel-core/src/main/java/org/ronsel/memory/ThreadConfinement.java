package org.ronsel.memory;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Tells memory that only its owner may use, that of confined arenas, from all other. */
public final class ThreadConfinement {
  private ThreadConfinement() {}

  /**
   * Whether no thread but its owner may read and write a buffer.
   *
   * @param buffer an array, a segment or {@link ScatteredMemory}; null is no buffer
   */
  public static boolean isConfined(@Nullable Object buffer) {
    Object base = buffer instanceof ScatteredMemory scattered ? scattered.base() : buffer;
    return base instanceof MemorySegment segment
        && !segment.isAccessibleBy(Lazy.THREAD_THAT_OWNS_NOTHING);
  }

  private static final class Lazy {
    static final Thread THREAD_THAT_OWNS_NOTHING = Thread.ofVirtual().unstarted(() -> {});
  }
}
