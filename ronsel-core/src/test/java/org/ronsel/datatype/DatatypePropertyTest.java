package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.ronsel.Datatype;
import org.ronsel.Order;
import org.ronsel.Status;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/** Random nested types against the definition of the standard, value by value. */
class DatatypePropertyTest {
  private static final int COUNT = 3;

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void boundsAreThoseOfTheStandard(@ForAll long seed) {
    RandomType made = RandomType.any(new Random(seed));
    NaiveType expected = made.expected();
    Datatype<?> type = made.type();
    assertThat(type.sizeBytes()).as("size").isEqualTo(expected.size());
    assertThat(type.extentBytes()).as("extent").isEqualTo(expected.extent());
    assertThat(type.lowerBoundBytes()).as("lower bound").isEqualTo(expected.lower());
    assertThat(type.trueLowerBoundBytes()).as("true lower").isEqualTo(expected.trueLower());
    assertThat(type.trueExtentBytes())
        .as("true extent")
        .isEqualTo(expected.trueUpper() - expected.trueLower());
    assertThat(AbstractDatatype.of(type).typeMap().signature().values())
        .isEqualTo(expected.values().size());
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void aStatusThatIsSetToValuesHasTheirBytes(@ForAll long seed) {
    Random random = new Random(seed);
    RandomType made = RandomType.any(random);
    List<NaiveType.Value> values = made.expected().values();
    Status status = new Status();
    if (values.isEmpty()) {
      assertThatThrownBy(() -> status.elements(made.type(), 1))
          .hasMessageContaining("no message has 1 values");
      return;
    }
    int count = random.nextInt(3 * values.size());
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += values.get(i % values.size()).type().bytes();
    }
    status.elements(made.type(), count);
    assertThat(status.bytes()).isEqualTo(bytes);
    assertThat(status.elements(made.type())).isEqualTo(count);
    assertThatThrownBy(() -> status.elements(made.type(), -1)).hasMessageContaining("-1 values");
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void bytesArePackedInOrderFromAnyMemory(@ForAll long seed) {
    Random random = new Random(seed);
    RandomType made = RandomType.any(random);
    Layout layout = Layout.of(made, COUNT);
    byte[] memory = new byte[layout.bytes];
    random.nextBytes(memory);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment natively = arena.allocate(Math.max(1, layout.bytes));
      MemoryCopy.copy(memory, 0, natively, 0, layout.bytes);
      checkCopies(made, layout, memory.clone(), memory, random);
      checkCopies(made, layout, natively, memory, random);
      checkCopies(made, layout, MemorySegment.ofArray(memory.clone()), memory, random);
      checkCopies(made, layout, MemorySegment.ofArray(memory.clone()).asReadOnly(), memory, random);
    }
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void valuesArePackedFromArraysOfTheirOwn(@ForAll long seed) {
    Random random = new Random(seed);
    RandomType made = RandomType.homogeneous(random);
    Layout layout = Layout.of(made, COUNT);
    ElementType element =
        made.expected().values().isEmpty()
            ? ElementType.BYTE
            : made.expected().values().getFirst().type();
    int length = (int) Math.ceilDiv((long) layout.bytes, element.bytes());
    byte[] memory = new byte[length * element.bytes()];
    random.nextBytes(memory);
    if (element == ElementType.BOOLEAN) {
      for (int i = 0; i < memory.length; i++) {
        memory[i] &= 1;
      }
    }
    Object array = Array.newInstance(element.carrier(), length);
    MemoryCopy.copy(memory, 0, array, 0, memory.length);
    checkCopies(made, layout, array, memory, random);
  }

  /** Where the elements lie in memory that just holds them. */
  private record Layout(long[] places, int bytes, long offset) {
    static Layout of(RandomType made, int count) {
      long[] places = made.expected().places(count);
      long low = Math.min(0, Arrays.stream(places).min().orElse(0));
      long high = Math.max(0, Arrays.stream(places).max().orElse(-1) + 1);
      // A multiple of every size, as arrays need it.
      long offset = Math.ceilDiv(-low, 8L) * 8;
      return new Layout(
          Arrays.stream(places).map(p -> p + offset).toArray(), (int) (offset + high), offset);
    }
  }

  private static void checkCopies(
      RandomType made, Layout layout, Object base, byte[] memory, Random random) {
    Datatype<?> type = made.type();
    if (type.sizeBytes() == 0) {
      return;
    }
    DataRange data = Buffers.unchecked(base, type, layout.offset, COUNT);
    Object scattered = data.base();
    long start = data.offset();
    byte[] expected = new byte[layout.places.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = memory[(int) layout.places[i]];
    }
    checkGather(scattered, start, expected, random);
    if (base instanceof MemorySegment segment && segment.isReadOnly()) {
      return;
    }
    byte[] changed = new byte[expected.length];
    random.nextBytes(changed);
    if (base instanceof boolean[]) {
      for (int i = 0; i < changed.length; i++) {
        changed[i] &= 1;
      }
    }
    byte[] after = memory.clone();
    for (int i = 0; i < changed.length; i++) {
      after[(int) layout.places[i]] = changed[i];
    }
    if (Arrays.stream(layout.places).distinct().count() == layout.places.length) {
      checkScatter(scattered, start, base, changed, after, random);
      MemoryCopy.copy(memory, 0, base, 0, memory.length);
    }
  }

  private static void checkGather(Object from, long start, byte[] expected, Random random) {
    byte[] whole = new byte[expected.length];
    MemoryCopy.copy(from, start, whole, 0, whole.length);
    assertThat(whole).as("gathered").isEqualTo(expected);
    byte[] parts = new byte[expected.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment natively = arena.allocate(expected.length + 8);
      for (int at = 0; at < expected.length; ) {
        int part = Math.min(1 + random.nextInt(40), expected.length - at);
        MemoryCopy.toSegment(from, start + at, natively, 8, part);
        MemoryCopy.fromSegment(natively, 8, parts, at, part);
        at += part;
      }
    }
    assertThat(parts).as("gathered in parts").isEqualTo(expected);
  }

  private static void checkScatter(
      Object to, long start, Object base, byte[] packed, byte[] expected, Random random) {
    byte[] found = new byte[expected.length];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment natively = arena.allocate(packed.length);
      MemoryCopy.copy(packed, 0, natively, 0, packed.length);
      if (random.nextBoolean()) {
        MemoryCopy.copy(packed, 0, to, start, packed.length);
      } else {
        for (int at = 0; at < packed.length; ) {
          int part = Math.min(1 + random.nextInt(40), packed.length - at);
          MemoryCopy.fromSegment(natively, at, to, start + at, part);
          at += part;
        }
      }
    }
    MemoryCopy.copy(base, 0, found, 0, found.length);
    assertThat(found).as("scattered").isEqualTo(expected);
  }

  @Example
  void contiguousTypesAreOneBlock() {
    Datatype<?> type =
        Datatype.contiguous(
            3,
            Datatype.vector(
                4,
                2,
                2,
                Datatype.struct(
                    new int[] {1, 1}, new long[] {0, 4}, Datatype.INT, Datatype.FLOAT)));
    assertThat(AbstractDatatype.of(type).isDense()).isTrue();
    Datatype<?> all =
        Datatype.subarray(
            new int[] {4, 5}, new int[] {4, 5}, new int[2], Order.ROW_MAJOR, Datatype.DOUBLE);
    assertThat(AbstractDatatype.of(all).isDense()).isTrue();
    Datatype<?> gaps = Datatype.vector(4, 1, 2, Datatype.INT);
    assertThat(AbstractDatatype.of(gaps).isDense()).isFalse();
    assertThat(ValueLayout.JAVA_INT.byteSize()).isEqualTo(Datatype.INT.sizeBytes());
  }
}
