package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.ronsel.engine.request.WaitListener;
import org.ronsel.memory.NativeWords;

/**
 * The number of a rank's threads that wait in calls now, where they would carry out operations on
 * the rank's memory themselves; shown to the ghost that serves the memory. A word of shared memory,
 * which the rank changes by atomic additions and the ghost reads (opaque): it is a hint and orders
 * no other access.
 */
final class OwnerPresence implements WaitListener {
  /** Length in bytes, cache lines of its own, since another process reads it. */
  static final long BYTES = 128;

  private final MemorySegment word;

  OwnerPresence(MemorySegment word) {
    this.word = word;
  }

  @Override
  public void begins() {
    var _ = NativeWords.getAndAddLong(word, 0, 1);
  }

  @Override
  public void ends() {
    var _ = NativeWords.getAndAddLong(word, 0, -1);
  }

  /** Sets the presence instead of counting. */
  void show(boolean present) {
    NativeWords.setLongOpaque(word, 0, present ? 1 : 0);
  }

  /** Whether a thread of the rank waits. */
  boolean isSeen() {
    return NativeWords.getLongOpaque(word, 0) > 0;
  }
}
