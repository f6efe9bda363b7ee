package org.ronsel.engine.transfer;

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
public final class EagerPool {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Senders read these words for each message, so nothing else lies within two lines of them. */
  private static final int HELD = 16;

  private static final int BOUND = 17;
  private static final int WORD_COUNT = 32;

  private static final int MIN_SHIFT = 6;
  private static final int CLASSES = 12;
  private static final int KEPT_PER_CLASS = 64;

  private final long[] words = new long[WORD_COUNT];
  private final @Nullable FreeList[] free = new FreeList[CLASSES];

  public EagerPool(long bound) {
    words[BOUND] = bound;
  }

  /**
   * Whether there is room; any thread. Opaque: an old answer only shifts the switch-over a little.
   */
  public boolean isOpen() {
    return (long) WORDS.getOpaque(words, HELD) < words[BOUND];
  }

  public long held() {
    return words[HELD];
  }

  /** A heap segment of at least this many bytes; segments, so that using one allocates nothing. */
  public MemorySegment acquire(int bytes) {
    int sizeClass = sizeClass(bytes);
    int size = 1 << sizeClass + MIN_SHIFT;
    WORDS.setOpaque(words, HELD, words[HELD] + size);
    FreeList list = sizeClass < CLASSES ? free[sizeClass] : null;
    return list == null || list.count == 0
        ? MemorySegment.ofArray(new byte[size])
        : list.blocks[--list.count];
  }

  public void release(MemorySegment payload) {
    int size = (int) payload.byteSize();
    WORDS.setOpaque(words, HELD, words[HELD] - size);
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
