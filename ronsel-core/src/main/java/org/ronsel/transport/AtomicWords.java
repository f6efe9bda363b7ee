package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Atomic operations on words of memory that several ranks touch. All are volatile: in one total
 * order with those of every rank that sees the memory.
 */
public final class AtomicWords {
  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

  private AtomicWords() {}

  /** See {@link RemoteMemory#fetchAndOp}. */
  public static long fetchAndOp(
      MemorySegment memory, RemoteOp op, int width, long at, long operand) {
    return width == Integer.BYTES
        ? fetchAndOp(memory, op, at, (int) operand)
        : fetchAndOp(memory, op, at, operand);
  }

  private static int fetchAndOp(MemorySegment memory, RemoteOp op, long at, int operand) {
    return switch (op) {
      case READ -> (int) INTS.getVolatile(memory, at);
      case REPLACE -> (int) INTS.getAndSet(memory, at, operand);
      case ADD -> (int) INTS.getAndAdd(memory, at, operand);
      case AND -> (int) INTS.getAndBitwiseAnd(memory, at, operand);
      case OR -> (int) INTS.getAndBitwiseOr(memory, at, operand);
      case XOR -> (int) INTS.getAndBitwiseXor(memory, at, operand);
    };
  }

  private static long fetchAndOp(MemorySegment memory, RemoteOp op, long at, long operand) {
    return switch (op) {
      case READ -> (long) LONGS.getVolatile(memory, at);
      case REPLACE -> (long) LONGS.getAndSet(memory, at, operand);
      case ADD -> (long) LONGS.getAndAdd(memory, at, operand);
      case AND -> (long) LONGS.getAndBitwiseAnd(memory, at, operand);
      case OR -> (long) LONGS.getAndBitwiseOr(memory, at, operand);
      case XOR -> (long) LONGS.getAndBitwiseXor(memory, at, operand);
    };
  }

  /** See {@link RemoteMemory#compareAndSwap}. */
  public static long compareAndSwap(
      MemorySegment memory, int width, long at, long expected, long desired) {
    return width == Integer.BYTES
        ? (int) INTS.compareAndExchange(memory, at, (int) expected, (int) desired)
        : (long) LONGS.compareAndExchange(memory, at, expected, desired);
  }

  /** Whether a word of this width at this place can be changed atomically. */
  public static boolean isWord(MemorySegment memory, int width, long at) {
    return (width == Integer.BYTES || width == Long.BYTES)
        && at % width == 0
        && memory.maxByteAlignment() >= width;
  }
}
