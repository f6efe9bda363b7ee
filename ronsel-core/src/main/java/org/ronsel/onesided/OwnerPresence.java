package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.ronsel.engine.WaitListener;
import org.ronsel.memory.NativeWords;

/**
 * What a rank shows the ghost that serves its memory: how many of its threads wait in calls now,
 * where they would carry out operations on that memory themselves. A word of shared memory, which
 * the rank changes by atomic additions and the ghost reads (opaque): it is a hint, by which nothing
 * is ordered.
 */
final class OwnerPresence implements WaitListener {
  /** Lines of its own, since another process reads it. */
  static final long BYTES = 128;

  private final MemorySegment word;

  OwnerPresence(MemorySegment word) {
    this.word = word;
  }

  @Override
  public void begins() {
    long unused = NativeWords.getAndAddLong(word, 0, 1);
  }

  @Override
  public void ends() {
    long unused = NativeWords.getAndAddLong(word, 0, -1);
  }

  /** Writes it instead of counting. */
  void show(boolean present) {
    NativeWords.setLongOpaque(word, 0, present ? 1 : 0);
  }

  /** Whether a thread of the rank waits. */
  boolean isSeen() {
    return NativeWords.getLongOpaque(word, 0) > 0;
  }
}
