package org.ronsel.engine.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.memory.ThreadConfinement;

/** The addresses of a program's buffers, and the threads that may access them. */
public final class BufferAccess {
  private BufferAccess() {}

  /** The only thread that may touch the buffer, or null if any may. */
  static @Nullable Thread ownerOf(Object base) {
    Thread caller = Thread.currentThread();
    return ThreadConfinement.isConfined(base)
            && memoryOf(base) instanceof MemorySegment segment
            && segment.isAccessibleBy(caller)
        ? caller
        : null;
  }

  /** The array or segment in which a buffer lies. */
  static Object memoryOf(Object base) {
    return base instanceof ScatteredMemory scattered ? scattered.base() : base;
  }

  /** Whether the buffer is still there: the arena of a segment may have been closed. */
  public static boolean isAlive(Object base) {
    return !(memoryOf(base) instanceof MemorySegment segment) || segment.scope().isAlive();
  }

  /** Whether the calling thread can read the buffer now. */
  static boolean isReadableHere(Object base) {
    return isAlive(base)
        && (!(memoryOf(base) instanceof MemorySegment segment)
            || segment.isAccessibleBy(Thread.currentThread()));
  }

  /** Memory for copies, which any thread may touch. */
  static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes);
  }

  /** Whether reading the buffer may fail although it is there: a file may have become shorter. */
  static boolean isMapped(Object base) {
    return memoryOf(base) instanceof MemorySegment segment && segment.isMapped();
  }

  /** A copy of a part of a buffer, which any thread may touch. */
  static MemorySegment privateCopy(Object base, long offset, long bytes) {
    MemorySegment copy = memory(bytes);
    MemoryCopy.toSegment(base, offset, copy, 0, bytes);
    return copy;
  }
}
