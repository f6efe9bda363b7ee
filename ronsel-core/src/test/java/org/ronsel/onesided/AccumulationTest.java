package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.collective.reduction.Operator;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypedMemory;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.memory.MemoryCopy;

/** Accumulates on values that lie side by side: the same as one value after the other. */
class AccumulationTest {
  private static final List<Datatype<?>> TYPES =
      List.of(
          Datatype.BYTE,
          Datatype.BOOLEAN,
          Datatype.CHAR,
          Datatype.SHORT,
          Datatype.INT,
          Datatype.LONG,
          Datatype.FLOAT,
          Datatype.DOUBLE);

  /** Around the borders of pieces, of which eight are done before the gate is opened. */
  private static final int[] BYTES = {8, 136, 8184, 8192, 8200, 65528, 65536, 65544, 150_000};

  private static final int MOST = 150_000;

  static Stream<Arguments> combinations() {
    return Operator.ofAccumulates().stream()
        .flatMap(op -> TYPES.stream().map(type -> Combination.of(op, type)))
        .filter(c -> c != null)
        .map(c -> Arguments.of(c.op() + " on " + c.type(), c));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("combinations")
  void valuesSideBySideAreCombinedOneByOne(String name, Combination combination) {
    SplittableRandom random = new SplittableRandom(name.hashCode());
    try (Arena arena = Arena.ofShared()) {
      MemorySegment natively = arena.allocate(MOST + 64, 8);
      MemorySegment onHeap = MemorySegment.ofArray(new byte[MOST + 64]);
      for (int bytes : BYTES) {
        for (MemorySegment memory : List.of(natively, onHeap)) {
          boolean segment = random.nextBoolean();
          for (boolean fetches : new boolean[] {false, true}) {
            combine(combination, memory, bytes, segment, fetches, random);
          }
        }
      }
    }
  }

  /** Rows of a few values and of many, some of which lie on the border of two pieces. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("combinations")
  void valuesInRowsAreCombinedOneByOne(String name, Combination combination) {
    SplittableRandom random = new SplittableRandom(name.hashCode());
    ElementType type = combination.type();
    int unit = combination.unitBytes() / type.bytes();
    try (Arena arena = Arena.ofShared()) {
      for (int row : new int[] {1, 2, 17, 1500}) {
        int rows = 40;
        int length = row * unit;
        int stride = length + random.nextInt(1, 9) * unit;
        int n = rows * length;
        int all = rows * stride;
        MemorySegment memory = arena.allocate((long) all * type.bytes(), 8);
        Object before = values(type, all, random);
        MemoryCopy.toSegment(before, 0, memory, 0, memory.byteSize());
        Object operands = values(type, 3 + n, random);
        Object old = random.nextBoolean() ? Array.newInstance(type.carrier(), n) : null;
        AbstractDatatype<?> rowsOf =
            AbstractDatatype.of(Datatype.vector(rows, length, stride, datatype(type)));
        TypedMemory pattern =
            new TypedMemory(memory, 0, rowsOf.typeMap().plan(), 1, rowsOf.extentBytes());

        Accumulation.any(
            gate(),
            combination,
            memory,
            pattern::visit,
            (long) n * type.bytes(),
            combination.op() == Op.NO_OP ? null : operands,
            3L * type.bytes(),
            old,
            0);

        Object expected = Array.newInstance(type.carrier(), all);
        System.arraycopy(before, 0, expected, 0, all);
        for (int i = 0; i < rows; i++) {
          Object of = Array.newInstance(type.carrier(), length);
          System.arraycopy(before, i * stride, of, 0, length);
          if (old != null) {
            Object part = Array.newInstance(type.carrier(), length);
            System.arraycopy(old, i * length, part, 0, length);
            assertThat(part).isEqualTo(of);
          }
          Object combined = expected(combination, of, operands, 3 + i * length, length);
          System.arraycopy(combined, 0, expected, i * stride, length);
        }
        Object after = Array.newInstance(type.carrier(), all);
        MemoryCopy.fromSegment(memory, 0, after, 0, memory.byteSize());
        assertThat(after).isEqualTo(expected);
      }
    }
  }

  private static void combine(
      Combination combination,
      MemorySegment memory,
      int bytes,
      boolean inSegment,
      boolean fetches,
      SplittableRandom random) {
    ElementType type = combination.type();
    int n = (bytes - bytes % combination.unitBytes()) / type.bytes();
    int from = random.nextInt(3) * 5;
    int at = random.nextInt(17); // also misaligned
    Object operands = values(type, from + n, random);
    Object before = values(type, n, random);
    MemoryCopy.toSegment(before, 0, memory, at, (long) n * type.bytes());
    byte guard = (byte) random.nextInt();
    memory.set(ValueLayout.JAVA_BYTE, at + (long) n * type.bytes(), guard);
    Object old = fetches ? Array.newInstance(type.carrier(), n + 1) : null;
    AccumulateGate gate = gate();

    Accumulation.sideBySide(
        gate,
        combination,
        memory,
        at,
        (long) n * type.bytes(),
        combination.op() == Op.NO_OP ? null : inSegment ? segment(operands, type) : operands,
        (long) from * type.bytes(),
        old,
        type.bytes());

    Object after = Array.newInstance(type.carrier(), n);
    MemoryCopy.fromSegment(memory, at, after, 0, (long) n * type.bytes());
    assertThat(after).isEqualTo(expected(combination, before, operands, from, n));
    assertThat(memory.get(ValueLayout.JAVA_BYTE, at + (long) n * type.bytes())).isEqualTo(guard);
    if (old != null) {
      Object whole = Array.newInstance(type.carrier(), n + 1);
      System.arraycopy(before, 0, whole, 1, n);
      assertThat(old).isEqualTo(whole);
    }
    gate.close(); // nobody has left it closed
    gate.open();
  }

  private static Datatype<?> datatype(ElementType type) {
    return TYPES.stream()
        .filter(each -> AbstractDatatype.of(each).valueType() == type)
        .findFirst()
        .orElseThrow();
  }

  private static AccumulateGate gate() {
    long[] words = new long[(int) (AccumulateGate.BYTES / Long.BYTES)];
    return new AccumulateGate(0, _ -> {}, _ -> {}, MemorySegment.ofArray(words));
  }

  private static Object segment(Object array, ElementType type) {
    int bytes = Array.getLength(array) * type.bytes();
    MemorySegment copy = Arena.ofAuto().allocate(bytes, Long.BYTES);
    MemoryCopy.toSegment(array, 0, copy, 0, bytes);
    return copy;
  }

  /** Values none of which is the only one of its kind; of floating point, small integers. */
  private static Object values(ElementType type, int n, SplittableRandom random) {
    Object array = Array.newInstance(type.carrier(), n);
    for (int i = 0; i < n; i++) {
      int value = random.nextInt(-100, 100);
      switch (array) {
        case byte[] a -> a[i] = (byte) value;
        case boolean[] a -> a[i] = value > 0;
        case char[] a -> a[i] = (char) value;
        case short[] a -> a[i] = (short) (value * 300);
        case int[] a -> a[i] = value * 20_000_000;
        case long[] a -> a[i] = value * (1L << 55);
        case float[] a -> a[i] = value;
        case double[] a -> a[i] = value;
        default -> throw new IllegalArgumentException(type.name());
      }
    }
    return array;
  }

  private static Object expected(
      Combination combination, Object before, Object operands, int from, int n) {
    @Nullable Reduction op = combination.reduction();
    Object result = Array.newInstance(combination.type().carrier(), n);
    System.arraycopy(before, 0, result, 0, n);
    if (combination.op() == Op.REPLACE) {
      System.arraycopy(operands, from, result, 0, n);
    } else if (op != null && op.grain() > 1) {
      op.combine(before, 0, operands, from, result, 0, n);
    } else if (op != null) {
      for (int i = 0; i < n; i++) {
        op.store(result, i, op.combine(op.load(before, i), op.load(operands, from + i)));
      }
    }
    return result;
  }
}
