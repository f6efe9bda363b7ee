package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.memory.MemoryCopy;

/** Whichever way a long copy is made, and in the middle of a comparison, it copies. */
class MeasuredCopyTest {
  private static final int SIZE = 300_000;

  /** More than the first comparison takes. */
  private static final int COPIES = 60;

  private enum Kind {
    BYTES,
    DOUBLES,
    BOOLEANS,
    NATIVE,
    HEAP_SEGMENT;

    Object make() {
      return switch (this) {
        case BYTES -> new byte[SIZE];
        case DOUBLES -> new double[SIZE / 8];
        case BOOLEANS -> new boolean[SIZE];
        case NATIVE -> Arena.ofAuto().allocate(SIZE, 64);
        case HEAP_SEGMENT -> MemorySegment.ofArray(new byte[SIZE + 3]).asSlice(3);
      };
    }
  }

  private static byte[] bytes(Object base) {
    byte[] bytes = new byte[SIZE];
    MemoryCopy.copy(base, 0, bytes, 0, SIZE);
    return bytes;
  }

  @Property(tries = 200)
  void itCopiesWhatIsToBeCopiedAndNothingElse(
      @ForAll CopyMode mode,
      @ForAll Kind from,
      @ForAll Kind to,
      @ForAll @IntRange(max = 50_000) int fromAt,
      @ForAll @IntRange(max = 50_000) int toAt,
      @ForAll @IntRange(max = SIZE - 50_000) int length,
      @ForAll int seed) {
    byte[] data = new byte[SIZE];
    byte[] before = new byte[SIZE];
    Random random = new Random(seed);
    for (int i = 0; i < SIZE; i++) { // such that a boolean is no other value
      data[i] = (byte) (from == Kind.BOOLEANS || to == Kind.BOOLEANS ? i * 31 >> 5 & 1 : i * 31);
      before[i] = (byte) random.nextInt(2);
    }
    Object source = from.make();
    Object target = to.make();
    MemoryCopy.copy(data, 0, source, 0, SIZE);
    MemoryCopy.copy(before, 0, target, 0, SIZE);
    new MeasuredCopy(mode).copy(source, fromAt, target, toAt, length);
    byte[] expected = before.clone();
    System.arraycopy(data, fromAt, expected, toAt, length);
    assertThat(bytes(target)).isEqualTo(expected);
    assertThat(bytes(source)).isEqualTo(data);
  }

  @ParameterizedTest
  @EnumSource
  void everyCopyOfManyIsRight(CopyMode mode) {
    MeasuredCopy copy = new MeasuredCopy(mode);
    MemorySegment shared = Arena.ofAuto().allocate(SIZE, 64);
    for (int i = 0; i < COPIES; i++) {
      long[] from = new long[SIZE / 8];
      from[i] = i + 1L;
      from[from.length - 1] = -i;
      copy.copy(from, 0, shared, 0, SIZE);
      assertThat(shared.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(i + 1);
      assertThat(shared.getAtIndex(ValueLayout.JAVA_LONG, from.length - 1)).isEqualTo(-i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rangesThatOverlapAreCopiedAsThroughABuffer(CopyMode mode) {
    byte[] array = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      array[i] = (byte) (i / 7);
    }
    int length = SIZE - 100;
    for (int i = 0; i < COPIES; i++) {
      MeasuredCopy copy = new MeasuredCopy(mode);
      Object[] bases = {
        array.clone(), MemorySegment.ofArray(array.clone()), Arena.ofAuto().allocate(SIZE)
      };
      for (Object base : bases) {
        MemoryCopy.copy(array, 0, base, 0, SIZE);
        copy.copy(base, 0, base, 100, length);
        byte[] moved = bytes(base);
        assertThat(moved).startsWith(Arrays.copyOf(array, 100));
        assertThat(Arrays.copyOfRange(moved, 100, SIZE)).isEqualTo(Arrays.copyOf(array, length));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatCannotBeCopiedIsRefused(CopyMode mode) {
    MeasuredCopy copy = new MeasuredCopy(mode);
    byte[] array = new byte[SIZE];
    MemorySegment memory = Arena.ofAuto().allocate(SIZE);
    assertThatThrownBy(() -> copy.copy(array, 1, memory, 0, SIZE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> copy.copy(array, 0, memory, 1, SIZE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> copy.copy(array, -1, memory, 0, SIZE - 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> copy.copy(array, 0, memory.asReadOnly(), 0, SIZE))
        .isInstanceOf(IllegalArgumentException.class);
    Arena arena = Arena.ofShared();
    MemorySegment closed = arena.allocate(SIZE);
    arena.close();
    assertThatThrownBy(() -> copy.copy(array, 0, closed, 0, SIZE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> copy.copy(closed, 0, array, 0, SIZE))
        .isInstanceOf(IllegalStateException.class);
  }

  /** A signal that only the JVM's own copy turns into an error. */
  @ParameterizedTest
  @EnumSource
  void aFileOfTheProgramThatHasBecomeShorterIsAnError(CopyMode mode, @TempDir Path folder)
      throws IOException {
    MeasuredCopy copy = new MeasuredCopy(mode);
    try (FileChannel file =
            FileChannel.open(
                folder.resolve("data"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment data = file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, arena);
      file.truncate(0);
      byte[] array = new byte[SIZE];
      MemorySegment shared = Arena.ofAuto().allocate(SIZE);
      for (int i = 0; i < COPIES; i++) {
        assertThatThrownBy(() -> copy.copy(data, 0, array, 0, SIZE))
            .isInstanceOf(InternalError.class);
        assertThatThrownBy(() -> copy.write(data, 0, shared, 0, SIZE))
            .isInstanceOf(InternalError.class);
        assertThatThrownBy(() -> copy.read(shared, 0, data, 0, SIZE))
            .isInstanceOf(InternalError.class);
      }
    }
  }

  @Test
  void whereTheInstructionIsNotTheReasonIsGiven() {
    assertThat(FastStringCopy.availability().detail()).isNotBlank();
  }
}
