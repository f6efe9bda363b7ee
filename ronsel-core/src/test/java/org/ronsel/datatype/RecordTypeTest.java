package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.Datatype;
import org.ronsel.FixedLength;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Pairs;
import org.ronsel.TypeEnvelope.Combiner;

/** Records are the structs that C makes of them, and are read and written as records. */
class RecordTypeTest {
  record Point(float x, float y) {}

  record Everything(
      byte b, boolean z, char c, short s, int i, long l, float f, double d, Point p) {}

  record Particle(
      byte kind,
      @FixedLength(3) double[] position,
      @FixedLength(2) Point[] corners,
      @FixedLength(5) boolean[] flags,
      short last) {}

  private static final Everything ONE =
      new Everything((byte) -1, true, 'x', (short) -2, 3, -4L, 5.5f, -6.25, new Point(7, 8));

  @Test
  void componentsAreWhereCPutsThem() {
    Datatype<Everything> type = Datatype.of(Everything.class);
    assertThat(type.sizeBytes()).isEqualTo(1 + 1 + 2 + 2 + 4 + 8 + 4 + 8 + 8);
    assertThat(type.extentBytes()).isEqualTo(48);
    assertThat(type.envelope().combiner()).isEqualTo(Combiner.STRUCT);
    assertThat(type.envelope().integers())
        .isEqualTo(List.of(9L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L));
    assertThat(type.envelope().addresses())
        .isEqualTo(List.of(0L, 1L, 2L, 4L, 8L, 16L, 24L, 32L, 40L));
    MemoryLayout layout = type.layout();
    assertThat(layout.byteSize()).isEqualTo(48);
    assertThat(layout.byteOffset(MemoryLayout.PathElement.groupElement("d"))).isEqualTo(32);
    assertThat(Datatype.of(Everything.class)).isSameAs(type);
  }

  @Test
  void recordsAreReadAndWrittenAtAnyIndex() {
    Datatype<Everything> type = Datatype.of(Everything.class);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(type.layout(), 3);
      type.set(memory, 1, ONE);
      assertThat(type.get(memory, 1)).isEqualTo(ONE);
      assertThat(type.get(memory, 0).p()).isEqualTo(new Point(0, 0));
      assertThat(memory.get(ValueLayout.JAVA_DOUBLE, 48 + 32)).isEqualTo(-6.25);
      assertThatThrownBy(() -> type.get(memory, 3)).isInstanceOf(IndexOutOfBoundsException.class);
      memory.set(ValueLayout.JAVA_BYTE, 49, (byte) 2);
      assertThat(type.get(memory, 1).z()).isTrue();
      Everything[] three = {ONE, null, ONE};
      type.get(memory, 1, three, 1, 1);
      assertThat(three[1]).isEqualTo(ONE);
      type.set(memory, 0, three, 0, 3);
      Everything[] read = new Everything[3];
      type.get(memory, 0, read, 0, 3);
      assertThat(read).containsOnly(ONE);
    }
  }

  @Test
  void arraysOfAFixedLengthLieInside() {
    Datatype<Particle> type = Datatype.of(Particle.class);
    assertThat(type.sizeBytes()).isEqualTo(1 + 24 + 16 + 5 + 2);
    assertThat(type.extentBytes()).isEqualTo(56);
    Particle particle =
        new Particle(
            (byte) 1,
            new double[] {1, 2, 3},
            new Point[] {new Point(4, 5), new Point(6, 7)},
            new boolean[] {true, false, false, true, true},
            (short) 8);
    MemorySegment memory = MemorySegment.ofArray(new byte[112]);
    type.set(memory, 1, particle);
    assertThat(type.get(memory, 1)).usingRecursiveComparison().isEqualTo(particle);
    Particle tooShort =
        new Particle((byte) 1, new double[2], particle.corners, particle.flags, (short) 0);
    assertThatThrownBy(() -> type.set(memory, 0, tooShort))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("position")
        .hasMessageContaining("3");
  }

  @Test
  void recordsTravelAsTheirData() {
    Datatype<Particle> type = Datatype.of(Particle.class);
    byte[] memory = new byte[56 * 4];
    for (int i = 0; i < memory.length; i++) {
      memory[i] = (byte) (i + 1);
    }
    byte[] packed = new byte[48 * 4];
    assertThat(type.pack(memory, 0, 4, packed, 0)).isEqualTo(packed.length);
    assertThat(packed[1]).isEqualTo((byte) 9);
    byte[] again = new byte[memory.length];
    assertThat(type.unpack(packed, 0, again, 0, 4)).isEqualTo(packed.length);
    for (int i = 0; i < memory.length; i++) {
      boolean gap = i % 56 >= 1 && i % 56 < 8 || i % 56 >= 53 && i % 56 < 54;
      assertThat(again[i]).as("byte %d", i).isEqualTo(gap ? 0 : memory[i]);
    }
  }

  @Test
  void pairsAreStructsOfAValueAndAnInt() {
    List<Datatype<?>> pairs =
        List.of(
            Datatype.INT_INT,
            Datatype.LONG_INT,
            Datatype.SHORT_INT,
            Datatype.FLOAT_INT,
            Datatype.DOUBLE_INT);
    assertThat(pairs).extracting(Datatype::sizeBytes).containsExactly(8L, 12L, 6L, 8L, 12L);
    assertThat(pairs).extracting(Datatype::extentBytes).containsExactly(8L, 16L, 8L, 8L, 16L);
    assertThat(pairs).extracting(p -> p.envelope().combiner()).containsOnly(Combiner.NAMED);
    MemorySegment memory = MemorySegment.ofArray(new byte[32]);
    Datatype.DOUBLE_INT.set(memory, 1, new Pairs.DoubleInt(2.5, 7));
    assertThat(memory.get(ValueLayout.JAVA_INT_UNALIGNED, 24)).isEqualTo(7);
    assertThat(Datatype.DOUBLE_INT.get(memory, 1)).isEqualTo(new Pairs.DoubleInt(2.5, 7));
    Datatype.SHORT_INT.set(memory, 0, new Pairs.ShortInt((short) 1, 2));
    assertThat(memory.get(ValueLayout.JAVA_INT_UNALIGNED, 4)).isEqualTo(2);
  }

  record Text(int i, String text) {}

  record NoLength(int[] values) {}

  record WrongLength(@FixedLength(0) int[] values) {}

  record LengthOfOne(@FixedLength(1) int value) {}

  record Nothing() {}

  record Inner(Outer outer) {}

  record Outer(Inner inner) {}

  record TwoDimensions(@FixedLength(2) int[][] values) {}

  /** 125 components that take two arguments each. */
  record Many(
      double a0,
      double b0,
      double c0,
      double d0,
      double e0,
      double a1,
      double b1,
      double c1,
      double d1,
      double e1,
      double a2,
      double b2,
      double c2,
      double d2,
      double e2,
      double a3,
      double b3,
      double c3,
      double d3,
      double e3,
      double a4,
      double b4,
      double c4,
      double d4,
      double e4,
      double a5,
      double b5,
      double c5,
      double d5,
      double e5,
      double a6,
      double b6,
      double c6,
      double d6,
      double e6,
      double a7,
      double b7,
      double c7,
      double d7,
      double e7,
      double a8,
      double b8,
      double c8,
      double d8,
      double e8,
      double a9,
      double b9,
      double c9,
      double d9,
      double e9,
      double a10,
      double b10,
      double c10,
      double d10,
      double e10,
      double a11,
      double b11,
      double c11,
      double d11,
      double e11,
      double a12,
      double b12,
      double c12,
      double d12,
      double e12,
      double a13,
      double b13,
      double c13,
      double d13,
      double e13,
      double a14,
      double b14,
      double c14,
      double d14,
      double e14,
      double a15,
      double b15,
      double c15,
      double d15,
      double e15,
      double a16,
      double b16,
      double c16,
      double d16,
      double e16,
      double a17,
      double b17,
      double c17,
      double d17,
      double e17,
      double a18,
      double b18,
      double c18,
      double d18,
      double e18,
      double a19,
      double b19,
      double c19,
      double d19,
      double e19,
      double a20,
      double b20,
      double c20,
      double d20,
      double e20,
      double a21,
      double b21,
      double c21,
      double d21,
      double e21,
      double a22,
      double b22,
      double c22,
      double d22,
      double e22,
      double a23,
      double b23,
      double c23,
      double d23,
      double e23,
      double a24,
      double b24,
      double c24,
      double d24,
      double e24) {}

  record Throwing(int value) {
    Throwing {
      if (value < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  @Test
  void recordsThatAreNoStructsAreRejected() {
    for (Class<? extends Record> no :
        List.of(
            Text.class,
            NoLength.class,
            WrongLength.class,
            LengthOfOne.class,
            Nothing.class,
            Outer.class,
            TwoDimensions.class,
            Many.class)) {
      assertThatThrownBy(() -> Datatype.of(no))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Datatype.of")
          .hasMessageContaining(no.getSimpleName());
    }
    assertThatThrownBy(() -> Datatype.of(null)).isInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void whatTheConstructorThrowsIsThrown() {
    Datatype<Throwing> type = Datatype.of(Throwing.class);
    MemorySegment memory = MemorySegment.ofArray(new int[] {-1});
    assertThatThrownBy(() -> type.get(memory, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative");
  }
}
