package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.Datatype;
import org.ronsel.Distribution;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Order;
import org.ronsel.RonselException;
import org.ronsel.TypeEnvelope;
import org.ronsel.TypeEnvelope.Combiner;

/** What the factories accept, reject, and say about what they made. */
class DatatypeFactoryTest {
  private static final Datatype<?> INT = Datatype.INT;

  private static void fails(ErrorClass errorClass, Runnable call, String... words) {
    assertThatThrownBy(call::run)
        .isInstanceOf(InvalidArgumentException.class)
        .satisfies(e -> assertThat(((RonselException) e).errorClass()).isEqualTo(errorClass))
        .hasMessageStartingWith("Datatype.")
        .hasMessageContainingAll(words);
  }

  @Test
  void negativeCountsAreRejected() {
    fails(ErrorClass.COUNT, () -> Datatype.contiguous(-1, INT), "contiguous", "count -1");
    fails(ErrorClass.COUNT, () -> Datatype.vector(-1, 1, 1, INT), "vector", "count -1");
    fails(ErrorClass.COUNT, () -> Datatype.hvector(1, -2, 1, INT), "block length -2");
    fails(ErrorClass.COUNT, () -> Datatype.indexed(new int[] {1, -1}, new int[2], INT), "-1");
    fails(ErrorClass.COUNT, () -> Datatype.indexedBlock(-3, new int[2], INT), "-3");
    fails(ErrorClass.COUNT, () -> Datatype.struct(new int[] {-1}, new long[1], INT), "struct");
  }

  @Test
  void arraysOfDifferentLengthsAreRejected() {
    fails(ErrorClass.ARGUMENT, () -> Datatype.indexed(new int[2], new int[3], INT), "2", "3");
    fails(ErrorClass.ARGUMENT, () -> Datatype.hindexed(new int[2], new long[1], INT), "2", "1");
    fails(ErrorClass.ARGUMENT, () -> Datatype.struct(new int[1], new long[1]), "1", "0");
    int[] two = {2, 2};
    fails(
        ErrorClass.ARGUMENT,
        () -> Datatype.subarray(two, two, new int[1], Order.ROW_MAJOR, INT),
        "starts");
  }

  @Test
  void nullIsRejected() {
    fails(ErrorClass.TYPE, () -> Datatype.contiguous(1, null), "datatype is null");
    fails(
        ErrorClass.TYPE,
        () -> Datatype.struct(new int[1], new long[1], (Datatype<?>) null),
        "datatype is null");
    fails(ErrorClass.ARGUMENT, () -> Datatype.indexed((int[]) null, new int[1], INT), "null");
    fails(ErrorClass.ARGUMENT, () -> Datatype.hindexedBlock(1, null, INT), "null");
    int[] one = {1};
    fails(ErrorClass.ARGUMENT, () -> Datatype.subarray(one, one, new int[1], null, INT), "order");
    fails(ErrorClass.ARGUMENT, () -> INT.named(null), "name");
  }

  @Test
  void whatReachesBeyond64BitsIsRejected() {
    long huge = Long.MAX_VALUE / 2;
    fails(ErrorClass.ARGUMENT, () -> Datatype.contiguous(huge, INT), "2^63");
    fails(ErrorClass.ARGUMENT, () -> Datatype.vector(huge, 1, huge, INT), "2^63");
    fails(ErrorClass.ARGUMENT, () -> Datatype.hvector(3, 1, huge, INT), "2^63");
    fails(ErrorClass.ARGUMENT, () -> Datatype.hvector(3, 1, Long.MIN_VALUE, INT), "2^63");
    fails(
        ErrorClass.ARGUMENT,
        () -> Datatype.hindexed(new int[] {1, 1}, new long[] {huge * 2, -huge}, INT),
        "2^63");
    fails(ErrorClass.ARGUMENT, () -> INT.resized(huge, huge * 2), "2^63");
    Datatype<?> large = Datatype.contiguous(1L << 60, Datatype.BYTE);
    fails(ErrorClass.ARGUMENT, () -> Datatype.contiguous(8, large), "2^63");
    int[] sizes = {Integer.MAX_VALUE, Integer.MAX_VALUE, 4};
    int[] ones = {1, 1, 1};
    fails(
        ErrorClass.ARGUMENT,
        () -> Datatype.subarray(sizes, ones, new int[3], Order.ROW_MAJOR, INT),
        "2^63");
  }

  @Test
  void partsOutsideTheirArrayAreRejected() {
    int[] sizes = {4, 5};
    fails(ErrorClass.ARGUMENT, () -> sub(sizes, new int[] {5, 1}, new int[2]), "subsize 5");
    fails(ErrorClass.ARGUMENT, () -> sub(sizes, new int[] {0, 1}, new int[2]), "subsize 0");
    fails(ErrorClass.ARGUMENT, () -> sub(sizes, new int[] {2, 2}, new int[] {3, 0}), "start 3");
    fails(ErrorClass.ARGUMENT, () -> sub(new int[0], new int[0], new int[0]), "dimension");
    fails(ErrorClass.ARGUMENT, () -> sub(new int[] {0}, new int[1], new int[1]), "size 0");
  }

  private static Datatype<?> sub(int[] sizes, int[] subsizes, int[] starts) {
    return Datatype.subarray(sizes, subsizes, starts, Order.ROW_MAJOR, INT);
  }

  @Test
  void distributionsThatDoNotDealEverythingAreRejected() {
    Distribution cyclic = Distribution.CYCLIC;
    fails(ErrorClass.ARGUMENT, () -> dealt(4, 0, Distribution.BLOCK, 1, 4), "8 elements");
    fails(ErrorClass.ARGUMENT, () -> dealt(4, 0, Distribution.NONE, -1, 4), "not distributed");
    fails(ErrorClass.ARGUMENT, () -> dealt(3, 0, cyclic, -1, 4), "size");
    fails(ErrorClass.ARGUMENT, () -> dealt(4, 4, cyclic, -1, 4), "rank 4");
    fails(ErrorClass.ARGUMENT, () -> dealt(4, 0, cyclic, 0, 4), "argument 0");
    fails(ErrorClass.ARGUMENT, () -> dealt(0, 0, cyclic, 1, 0), "0 processes");
    assertThat(dealt(4, 2, Distribution.BLOCK, 3, 4).sizeBytes()).isEqualTo(8);
    assertThat(dealt(4, 3, Distribution.BLOCK, 3, 4).sizeBytes()).isZero();
  }

  /** What a process has of 8 elements. */
  private static Datatype<?> dealt(
      int size, int rank, Distribution how, int argument, int processes) {
    return Datatype.darray(
        size,
        rank,
        new int[] {8},
        new Distribution[] {how},
        new int[] {argument},
        new int[] {processes},
        Order.ROW_MAJOR,
        INT);
  }

  @Test
  void envelopesSayHowATypeWasMade() {
    Datatype<?> vector = Datatype.vector(3, 2, 5, INT);
    assertThat(vector.envelope())
        .isEqualTo(new TypeEnvelope(Combiner.VECTOR, List.of(3L, 2L, 5L), List.of(), List.of(INT)));
    assertThat(Datatype.hindexed(new int[] {1, 2}, new long[] {0, 64}, vector).envelope())
        .isEqualTo(
            new TypeEnvelope(
                Combiner.HINDEXED, List.of(2L, 1L, 2L), List.of(0L, 64L), List.of(vector)));
    assertThat(Datatype.indexedBlock(4, new int[] {7, 9}, INT).envelope().integers())
        .containsExactly(2L, 4L, 7L, 9L);
    assertThat(vector.resized(-4, 80).envelope())
        .isEqualTo(
            new TypeEnvelope(Combiner.RESIZED, List.of(), List.of(-4L, 80L), List.of(vector)));
    assertThat(vector.dup().envelope().combiner()).isEqualTo(Combiner.DUP);
    assertThat(vector.named("row").envelope()).isEqualTo(vector.envelope());
    assertThat(vector.named("row")).hasToString("row");
    assertThat(INT.envelope().combiner()).isEqualTo(Combiner.NAMED);
    assertThat(sub(new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 2}).envelope().integers())
        .containsExactly(2L, 4L, 5L, 2L, 3L, 1L, 2L, 0L);
  }

  @Test
  void elementsOfDerivedTypesAreTheirPackedBytes() {
    Datatype<byte[]> every2nd = Datatype.vector(2, 1, 2, Datatype.BYTE).resized(0, 4);
    MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(every2nd.get(memory, 1)).containsExactly(5, 7);
    every2nd.set(memory, 0, new byte[] {8, 9});
    assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).containsExactly(8, 2, 9, 4, 5, 6, 7, 8);
    assertThatThrownBy(() -> every2nd.set(memory, 0, new byte[3]))
        .isInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void anElementThatDoesNotLieInsideASliceOfAnArrayIsRefused() {
    Datatype<byte[]> downwards = Datatype.hvector(2, 1, -16, Datatype.LONG);
    byte[] array = new byte[64];
    MemorySegment slice = MemorySegment.ofArray(array).asSlice(0, 30); // one element has 24 bytes
    byte[] sevens = new byte[16];
    Arrays.fill(sevens, (byte) 7);
    assertThatThrownBy(() -> downwards.set(slice, 1, sevens))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> downwards.get(slice, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(array).containsOnly(0);
  }

  @Test
  void layoutsHaveRoomForElements() {
    Datatype<?> type =
        Datatype.struct(new int[] {1, 1}, new long[] {0, 8}, Datatype.DOUBLE, Datatype.CHAR);
    assertThat(type.extentBytes()).isEqualTo(16);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(arena.allocate(type.layout(), 3).byteSize()).isEqualTo(48);
    }
  }

  @Test
  void typesOfManyBlocksStaySmall() {
    // Each is a handful of loops, whatever the number of blocks.
    Datatype<?> plane = Datatype.vector(1000, 1, 1000, Datatype.DOUBLE);
    Datatype<?> cube = Datatype.hvector(1000, 1, 8_000_008, plane);
    Datatype<?> pair = Datatype.struct(new int[] {1, 1}, new long[] {0, 1L << 40}, cube, cube);
    Datatype<?> many = Datatype.vector(1000, 3, 7, pair.resized(0, 1L << 41));
    assertThat(many.sizeBytes()).isEqualTo(1000L * 3 * 2 * 1000 * 1000 * 8);
  }
}
