package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Memory for unexpected eager payload, bounded by flow control: senders read {@link #isOpen()} and
 * announce instead of sending once the bound is reached. Guarded by the engine's lock, except
 * {@link #isOpen()}.
 *
 * <p>What may exceed the bound is what is in flight at that moment: at most the rings towards this
 * rank.
 */
final class EagerPool {
  private static final VarHandle HELD;

  static {
    try {
      HELD =
          MethodHandles.lookup()
              .findVarHandle(EagerPool.class, "held", long.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int MIN_SHIFT = 6;
  private static final int CLASSES = 12;
  private static final int KEPT_PER_CLASS = 64;

  private final long bound;
  private final @Nullable FreeList[] free = new FreeList[CLASSES];
  private long held;

  EagerPool(long bound) {
    this.bound = bound;
  }

  /**
   * Whether there is room; any thread. Opaque: an old answer only shifts the switch-over a little.
   */
  boolean isOpen() {
    return (long) HELD.getOpaque(this) < bound;
  }

  long held() {
    return held;
  }

  /** A heap segment of at least so many bytes; segments, so that using one allocates nothing. */
  MemorySegment acquire(int bytes) {
    int sizeClass = sizeClass(bytes);
    int size = 1 << sizeClass + MIN_SHIFT;
    HELD.setOpaque(this, held + size);
    FreeList list = sizeClass < CLASSES ? free[sizeClass] : null;
    return list == null || list.count == 0
        ? MemorySegment.ofArray(new byte[size])
        : list.blocks[--list.count];
  }

  void release(MemorySegment payload) {
    int size = (int) payload.byteSize();
    HELD.setOpaque(this, held - size);
    int sizeClass = sizeClass(size);
    if (sizeClass >= CLASSES) {
      return;
    }
    FreeList list = free[sizeClass];
    if (list == null) {
      list = new FreeList();
      free[sizeClass] = list;
    }
    if (list.count < KEPT_PER_CLASS) {
      list.blocks[list.count++] = payload;
    }
  }

  /** Blocks of one size that are not in use. */
  private static final class FreeList {
    final MemorySegment[] blocks = new MemorySegment[KEPT_PER_CLASS];
    int count;
  }

  private static int sizeClass(int bytes) {
    return Math.max(0, 32 - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1) - MIN_SHIFT);
  }
}
