package org.ronsel.collective.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryBuffers;
import org.ronsel.memory.MemoryCopy;

/** Loops over memory and an array do what those over arrays do, wherever both begin. */
class MemoryReductionsTest {
  /** Nothing, a few, around the borders of a strip of the nested loops. */
  private static final int[] LENGTHS = {0, 1, 7, 100, 1023, 1024, 1025, 2500};

  private static final int BYTES = 30_000;

  @ParameterizedTest
  @EnumSource
  void loopsOverMemoryDoWhatThoseOverArraysDo(Predefined op) {
    Random random = new Random(op.ordinal());
    MemoryBuffers buffers = new MemoryBuffers();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(BYTES, 64);
      for (ElementType type : ElementType.values()) {
        if (!MemoryReductions.has(op, type, memory)) {
          continue;
        }
        for (int n : LENGTHS) {
          for (int misaligned = 0; misaligned < 2; misaligned++) {
            long at = (long) random.nextInt(5) * type.bytes() + misaligned;
            toArray(op, type, n, memory, at, buffers, random);
            toMemory(op, type, n, memory, at, buffers, random);
          }
        }
      }
    }
  }

  private static void toArray(
      Predefined op,
      ElementType type,
      int n,
      MemorySegment memory,
      long at,
      MemoryBuffers buffers,
      Random random) {
    int first = random.nextInt(4);
    Object values = Values.random(type, n + 9, random);
    Object operands = fill(type, n, memory, at, random);
    Object expected = Values.copy(values);
    reduction(op, type).combine(values, first, operands, 0, expected, first, n);
    MemoryReductions.toArray(buffers, op, type, values, first, memory, at, n);
    assertThat(values).as("%s of %d %s", op, n, type).isEqualTo(expected);
  }

  private static void toMemory(
      Predefined op,
      ElementType type,
      int n,
      MemorySegment memory,
      long at,
      MemoryBuffers buffers,
      Random random) {
    int first = random.nextInt(4);
    Object operands = Values.random(type, n + 9, random);
    Object values = fill(type, n + 3, memory, at, random);
    Object expected = Values.copy(values);
    reduction(op, type).combine(values, 0, operands, first, expected, 0, n);
    MemoryReductions.toMemory(buffers, op, type, memory, at, operands, first, n);
    Object after = Values.array(type, n + 3);
    MemoryCopy.fromSegment(memory, at, after, 0, (long) (n + 3) * type.bytes());
    assertThat(after).as("%s of %d %s", op, n, type).isEqualTo(expected);
  }

  /** Random values of memory, which are returned as an array as well. */
  private static Object fill(
      ElementType type, int n, MemorySegment memory, long at, Random random) {
    Object values = Values.random(type, n, random);
    MemoryCopy.toSegment(values, 0, memory, at, (long) n * type.bytes());
    return values;
  }

  private static Reduction reduction(Predefined op, ElementType type) {
    Reduction reduction = op.of(type);
    assertThat(reduction).isNotNull();
    return reduction;
  }

  @Test
  void numbersHaveLoopsOverNativeMemoryAndOthersHaveNot() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(8);
      assertThat(MemoryReductions.has(Predefined.SUM, ElementType.DOUBLE, memory)).isTrue();
      assertThat(MemoryReductions.has(Predefined.MAX, ElementType.FLOAT, memory)).isTrue();
      assertThat(MemoryReductions.has(Predefined.BXOR, ElementType.SHORT, memory)).isTrue();
      assertThat(MemoryReductions.has(Predefined.BXOR, ElementType.DOUBLE, memory)).isFalse();
      assertThat(MemoryReductions.has(Predefined.LOR, ElementType.BOOLEAN, memory)).isFalse();
      assertThat(MemoryReductions.has(null, ElementType.INT, memory)).isFalse();
      MemorySegment onHeap = MemorySegment.ofArray(new int[2]);
      assertThat(MemoryReductions.has(Predefined.SUM, ElementType.INT, onHeap)).isFalse();
    }
  }
}
