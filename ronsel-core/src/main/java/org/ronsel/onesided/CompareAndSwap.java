package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.AtomicWords;

/** Compare-and-swap of a value of 1, 2, 4 or 8 bytes at any address of memory that is seen. */
final class CompareAndSwap {
  /**
   * Access to words in the byte order of the machine, which is little-endian wherever Ronsel runs.
   */
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private CompareAndSwap() {}

  /** Writes a value if it is the expected one; returns the previous value, sign-extended. */
  static long apply(
      AccumulateGate gate, MemorySegment memory, int width, long at, long expected, long desired) {
    if (AtomicWords.isWord(memory, width, at)) {
      gate.enter();
      try {
        return AtomicWords.compareAndSwap(memory, width, at, expected, desired);
      } finally {
        gate.leave();
      }
    }
    gate.close();
    try {
      return alone(memory, width, at, expected, desired);
    } finally {
      gate.open();
    }
  }

  private static long alone(MemorySegment memory, int width, long at, long expected, long desired) {
    byte[] value = new byte[Long.BYTES];
    MemoryCopy.fromSegment(memory, at, value, 0, width);
    int shift = Long.SIZE - 8 * width;
    long was = (long) LITTLE.get(value, 0) << shift >> shift;
    if (was == expected) {
      LITTLE.set(value, 0, desired);
      MemoryCopy.toSegment(value, 0, memory, at, width);
    }
    return was;
  }
}
