package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.Op;
import org.ronsel.collective.reduction.MemoryReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypedMemory.Blocks;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.StridedCopy;

/**
 * Accumulates on memory that this rank sees, its own or that of a peer. A few aligned words are
 * changed by atomic instructions, all other values behind a closed gate; see {@link
 * AccumulateGate}.
 *
 * <p>Operands and previous values are packed: in any base that {@link MemoryCopy} takes, or, where
 * stated, in arrays of the type's carrier.
 */
final class Accumulation {
  /** Most values for which atomic instructions take no longer than a closed gate and a loop. */
  static final int FEW = 2;

  /** Number of bytes that are combined at a time: they stay in the first-level cache. */
  static final int PIECE = 8 << 10;

  /** Number of pieces after which a closed gate is opened, for other threads that wait. */
  private static final int PIECES_BEHIND_GATE = 8;

  private Accumulation() {}

  /** The places of the values of an accumulate, in packed order. */
  interface Pattern {
    /** Names the blocks of packed bytes {@code from} to {@code from + bytes}. */
    void visit(long from, long bytes, Blocks blocks);
  }

  /** Whether values are at most {@link #FEW}, and aligned words. */
  static boolean isFewWords(Combination combination, MemorySegment memory, long at, long bytes) {
    int width = combination.type().bytes();
    return bytes <= (long) FEW * width
        && combination.isOnWords()
        && memory.maxByteAlignment() >= width
        && ((at | bytes) & width - 1) == 0;
  }

  /**
   * Changes a few contiguous words.
   *
   * @param operands an array of the carrier, from element {@code operandAt} on; null for NO_OP
   * @param old such an array that gets the previous values, or null
   */
  static void words(
      AccumulateGate gate,
      Combination combination,
      MemorySegment memory,
      long at,
      int n,
      @Nullable Object operands,
      int operandAt,
      @Nullable Object old,
      int oldAt) {
    gate.enter();
    try {
      enteredWords(combination, memory, at, n, operands, operandAt, old, oldAt);
    } finally {
      gate.leave();
    }
  }

  private static void enteredWords(
      Combination c,
      MemorySegment memory,
      long at,
      int n,
      @Nullable Object in,
      int inAt,
      @Nullable Object old,
      int oldAt) {
    switch (c.type()) {
      case DOUBLE ->
          WordLoops.apply(
              c.op(), c.reduction(), memory, at, n, (double[]) in, inAt, (double[]) old, oldAt);
      case LONG ->
          WordLoops.apply(
              c.op(), c.reduction(), memory, at, n, (long[]) in, inAt, (long[]) old, oldAt);
      case INT ->
          WordLoops.apply(
              c.op(), c.reduction(), memory, at, n, (int[]) in, inAt, (int[]) old, oldAt);
      case FLOAT ->
          WordLoops.apply(
              c.op(), c.reduction(), memory, at, n, (float[]) in, inAt, (float[]) old, oldAt);
      default -> throw new IllegalStateException("no words: " + c);
    }
  }

  /**
   * Changes any values.
   *
   * @param operands {@code bytes} packed bytes from {@code operandAt} on; null for NO_OP
   * @param old gets the previous values, from byte {@code oldAt} on, or null
   */
  static void any(
      AccumulateGate gate,
      Combination combination,
      MemorySegment memory,
      Pattern pattern,
      long bytes,
      @Nullable Object operands,
      long operandAt,
      @Nullable Object old,
      long oldAt) {
    Pieces pieces = new Pieces(gate, combination, memory, pattern, bytes, operands, operandAt);
    for (long from = 0; from < bytes; ) {
      gate.close();
      try {
        int most = combination.isUndivided() ? Integer.MAX_VALUE : PIECES_BEHIND_GATE;
        for (int i = 0; i < most && from < bytes; i++) {
          from += pieces.combine(from, old, oldAt);
        }
      } finally {
        gate.open();
      }
    }
  }

  /** Changes contiguous values; see {@link #any}. */
  static void sideBySide(
      AccumulateGate gate,
      Combination combination,
      MemorySegment memory,
      long at,
      long bytes,
      @Nullable Object operands,
      long operandAt,
      @Nullable Object old,
      long oldAt) {
    int piece = PIECE - PIECE % combination.unitBytes();
    for (long from = 0; from < bytes; ) {
      gate.close();
      try {
        long end = Math.min(bytes, from + (long) piece * PIECES_BEHIND_GATE);
        while (from < end) {
          int part = (int) Math.min(piece, end - from);
          if (old != null) {
            MemoryCopy.fromSegment(memory, at + from, old, oldAt + from, part);
          }
          if (operands != null && combination.op() != Op.NO_OP) {
            closed(gate, combination, memory, at + from, operands, operandAt + from, part);
          }
          from += part;
        }
      } finally {
        gate.open();
      }
    }
  }

  /** Changes values of one piece, behind the closed gate. */
  private static void closed(
      AccumulateGate gate,
      Combination combination,
      MemorySegment memory,
      long at,
      Object operands,
      long operandAt,
      int bytes) {
    Reduction reduction = combination.reduction();
    if (reduction == null) {
      MemoryCopy.toSegment(operands, operandAt, memory, at, bytes);
      return;
    }
    ElementType type = combination.packedType();
    int shift = type.shift();
    int length = PIECE >> shift;
    Object right = operands;
    long rightAt = operandAt;
    if (operands.getClass() != type.arrayClass() || (operandAt & type.bytes() - 1) != 0) {
      right = gate.operandsWhileClosed(type, length);
      rightAt = 0;
      MemoryCopy.copy(operands, operandAt, right, 0, bytes);
    }
    if (isInMemory(combination, memory, right, rightAt)) {
      inMemory(gate, combination, memory, at, right, rightAt, bytes);
      return;
    }
    int n = bytes >> shift;
    Object values = gate.valuesWhileClosed(type, length);
    int first = (int) (rightAt >> shift);
    int place = first + n <= length ? first : 0;
    if (first != place && reduction.grain() == 1) {
      // Loops over both arrays are vectorised where they begin at the same offset.
      right = gate.operandsWhileClosed(type, length);
      first = 0;
      MemoryCopy.copy(operands, operandAt, right, 0, bytes);
    }
    MemoryCopy.fromSegment(memory, at, values, (long) place << shift, bytes);
    reduction.combine(values, place, right, first, values, place, n);
    MemoryCopy.toSegment(values, (long) place << shift, memory, at, bytes);
  }

  /** Whether there is a loop over the target's memory itself, with operands in an array. */
  private static boolean isInMemory(
      Combination combination, MemorySegment memory, @Nullable Object operands, long operandAt) {
    Reduction reduction = combination.reduction();
    ElementType type = combination.type();
    return reduction != null
        && !combination.pairs()
        && operands != null
        && operands.getClass() == type.arrayClass()
        && (operandAt & type.bytes() - 1) == 0
        && MemoryReductions.has(reduction.predefined(), type, memory);
  }

  private static void inMemory(
      AccumulateGate gate,
      Combination combination,
      MemorySegment memory,
      long at,
      Object operands,
      long operandAt,
      int bytes) {
    Reduction reduction = combination.reduction();
    Predefined op = reduction == null ? null : reduction.predefined();
    if (op != null) {
      ElementType type = combination.type();
      int first = (int) (operandAt >> type.shift());
      int n = bytes >> type.shift();
      MemoryReductions.toMemory(
          gate.buffersWhileClosed(), op, type, memory, at, operands, first, n);
    }
  }

  /**
   * The loop behind the gate, for values that are not contiguous: row by row in their memory where
   * there is a loop for that, else piece by piece in an array.
   */
  private static final class Pieces {
    private final AccumulateGate gate;
    private final Combination combination;
    private final MemorySegment memory;
    private final Pattern pattern;
    private final long bytes;
    private final @Nullable Object operands;
    private final long operandAt;
    private final boolean direct;
    private final boolean inPlace;
    private final int pieceBytes;
    private final ElementType type;

    Pieces(
        AccumulateGate gate,
        Combination combination,
        MemorySegment memory,
        Pattern pattern,
        long bytes,
        @Nullable Object operands,
        long operandAt) {
      this.gate = gate;
      this.combination = combination;
      this.memory = memory;
      this.pattern = pattern;
      this.bytes = bytes;
      this.operands = combination.op() == Op.NO_OP ? null : operands;
      this.operandAt = operandAt;
      this.type = combination.packedType();
      int unit = combination.unitBytes();
      this.pieceBytes = (int) Math.min(bytes, PIECE - PIECE % unit);
      this.direct =
          operands != null
              && operands.getClass() == type.arrayClass()
              && operandAt % type.bytes() == 0;
      this.inPlace = isInMemory(combination, memory, operands, operandAt);
    }

    /** Combines the piece that begins at a packed byte; returns its length in bytes. */
    int combine(long from, @Nullable Object old, long oldAt) {
      int part = (int) Math.min(pieceBytes, bytes - from);
      if (old == null && operands != null && inPlace) {
        inPlace(from, part, operands);
        return part;
      }
      Object values = gate.valuesWhileClosed(type, PIECE >> type.shift());
      if (old != null || combination.reduction() != null) {
        pattern.visit(
            from,
            part,
            (at, stride, packedAt, packedStride, block, n) ->
                StridedCopy.copy(memory, at, stride, values, packedAt, packedStride, block, n));
      }
      if (old != null) {
        MemoryCopy.copy(values, 0, old, oldAt + from, part);
      }
      if (operands != null) {
        change(values, from, part, operands);
        pattern.visit(
            from,
            part,
            (at, stride, packedAt, packedStride, block, n) ->
                StridedCopy.copy(values, packedAt, packedStride, memory, at, stride, block, n));
      }
      return part;
    }

    private void inPlace(long from, int part, Object in) {
      pattern.visit(
          from,
          part,
          (at, stride, packedAt, packedStride, block, n) -> {
            long operand = operandAt + from + packedAt;
            for (long i = 0; i < n; i++) {
              long first = operand + i * packedStride;
              inMemory(gate, combination, memory, at + i * stride, in, first, (int) block);
            }
          });
    }

    private void change(Object values, long from, int part, Object in) {
      int n = part >> type.shift();
      if (combination.reduction() == null) {
        MemoryCopy.copy(in, operandAt + from, values, 0, part);
      } else if (direct) {
        int at = (int) (operandAt + from >> type.shift());
        combination.reduction().combine(values, 0, in, at, values, 0, n);
      } else {
        Object packed = gate.operandsWhileClosed(type, PIECE >> type.shift());
        MemoryCopy.copy(in, operandAt + from, packed, 0, part);
        combination.reduction().combine(values, 0, packed, 0, values, 0, n);
      }
    }
  }
}
