package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.Op;
import org.ronsel.data.TypedMemory.Blocks;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.StridedCopy;

/**
 * A piece of an accumulate that is carried out on memory which this rank sees. Values that are
 * aligned words are changed by atomic instructions, by whichever rank; all others by the owner of
 * the memory alone, under its engine's lock. Which it is depends on the type and the place of a
 * value, so that all accumulates to one value agree.
 *
 * <p>Operands, and values as they were, are packed in arrays of the type's carrier.
 */
final class Accumulation {
  private final Combination combination;
  private final MemorySegment memory;
  private final @Nullable Object operands;
  private final int operandAt;
  private final @Nullable Object old;
  private final int oldAt;

  /**
   * Makes a piece.
   *
   * @param operands from element {@code operandAt} on; null for NO_OP
   * @param old gets the values as they were, from {@code oldAt} on
   */
  Accumulation(
      Combination combination,
      MemorySegment memory,
      @Nullable Object operands,
      int operandAt,
      @Nullable Object old,
      int oldAt) {
    this.combination = combination;
    this.memory = memory;
    this.operands = operands;
    this.operandAt = operandAt;
    this.old = old;
    this.oldAt = oldAt;
  }

  /** Whether all values of some blocks are words that any rank may change. */
  static boolean isOnWords(
      Combination combination, MemorySegment memory, long at, long stride, long block, long n) {
    int width = combination.type().bytes();
    return combination.isOnWords()
        && memory.maxByteAlignment() >= width
        && (at | block | (n == 1 ? 0 : stride)) % width == 0;
  }

  /** Changes {@code n} blocks of values, each of which is a word. */
  void words(long at, long stride, long packedAt, long packedStride, long block, long n) {
    int width = combination.type().bytes();
    int values = (int) (block / width);
    for (long i = 0; i < n; i++) {
      words(at + i * stride, (int) ((packedAt + i * packedStride) / width), values);
    }
  }

  private void words(long at, int first, int n) {
    Op op = combination.op();
    int from = operandAt + first;
    int to = oldAt + first;
    switch (combination.type()) {
      case DOUBLE ->
          WordLoops.apply(
              op,
              combination.reduction(),
              memory,
              at,
              n,
              (double[]) operands,
              from,
              (double[]) old,
              to);
      case LONG ->
          WordLoops.apply(
              op,
              combination.reduction(),
              memory,
              at,
              n,
              (long[]) operands,
              from,
              (long[]) old,
              to);
      case INT ->
          WordLoops.apply(
              op, combination.reduction(), memory, at, n, (int[]) operands, from, (int[]) old, to);
      case FLOAT ->
          WordLoops.apply(
              op,
              combination.reduction(),
              memory,
              at,
              n,
              (float[]) operands,
              from,
              (float[]) old,
              to);
      default -> throw new IllegalStateException("no words: " + combination);
    }
  }

  /**
   * Changes all values of this piece; as the owner, under its engine's lock.
   *
   * @param bytes packed, of all blocks
   */
  void asOwner(BlockList blocks, int bytes) {
    int shift = combination.packedType().shift();
    Class<?> carrier = combination.packedType().carrier();
    boolean plain = false;
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.isOnWords(i, combination, memory)) {
        blocks.visit(i, this::words);
      } else {
        plain = true;
      }
    }
    if (!plain) {
      return;
    }
    Object values = Array.newInstance(carrier, bytes >> shift);
    Blocks gather =
        (at, stride, packedAt, packedStride, block, n) ->
            StridedCopy.copy(memory, at, stride, values, packedAt, packedStride, block, n);
    Blocks scatter =
        (at, stride, packedAt, packedStride, block, n) ->
            StridedCopy.copy(values, packedAt, packedStride, memory, at, stride, block, n);
    others(blocks, gather);
    if (old != null) {
      keepOthers(blocks, values, shift);
    }
    if (operands == null || combination.op() == Op.NO_OP) {
      return;
    }
    if (combination.reduction() == null) {
      MemoryCopy.copy(operands, (long) operandAt << shift, values, 0, bytes);
    } else {
      int n = bytes >> shift;
      combination.reduction().combine(values, 0, operands, operandAt, values, 0, n);
    }
    others(blocks, scatter);
  }

  private void others(BlockList blocks, Blocks copy) {
    for (int i = 0; i < blocks.size(); i++) {
      if (!blocks.isOnWords(i, combination, memory)) {
        blocks.visit(i, copy);
      }
    }
  }

  private void keepOthers(BlockList blocks, Object values, int shift) {
    Object to = old;
    others(
        blocks,
        (at, stride, packedAt, packedStride, block, n) -> {
          for (long i = 0; i < n && to != null; i++) {
            long from = packedAt + i * packedStride;
            MemoryCopy.copy(values, from, to, ((long) oldAt << shift) + from, block);
          }
        });
  }
}
