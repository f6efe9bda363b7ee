package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.data.ElementType;

/** Packing by hand, and counting what arrived. */
class PackingTest {
  private static final int COUNT = 3;

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void theExternalFormIsBigEndianWithoutGaps(@ForAll long seed) {
    Random random = new Random(seed);
    RandomType made = RandomType.any(random);
    long[] places = made.expected().places(COUNT);
    long low = Math.min(0, Arrays.stream(places).min().orElse(0));
    int bytes = (int) (Math.max(0, Arrays.stream(places).max().orElse(-1) + 1) - low);
    byte[] memory = new byte[bytes];
    random.nextBytes(memory);
    ByteBuffer expected = ByteBuffer.allocate(places.length).order(ByteOrder.BIG_ENDIAN);
    ByteBuffer from = ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder());
    for (int element = 0; element < COUNT; element++) {
      for (NaiveType.Value value : made.expected().values()) {
        int at = (int) (value.at() + element * made.expected().extent() - low);
        put(value.type(), from, at, expected);
      }
    }
    Datatype<?> type = made.type();
    byte[] packed = new byte[places.length + 5];
    assertThat(type.packExternalSizeBytes(COUNT)).isEqualTo(places.length);
    assertThat(type.packExternal(memory, -low, COUNT, packed, 5)).isEqualTo(packed.length);
    assertThat(Arrays.copyOfRange(packed, 5, packed.length)).isEqualTo(expected.array());
    boolean distinct = Arrays.stream(places).distinct().count() == places.length;
    if (distinct) {
      byte[] kept = packed.clone();
      byte[] back = new byte[bytes];
      assertThat(type.unpackExternal(packed, 5, back, -low, COUNT)).isEqualTo(packed.length);
      assertThat(packed).as("what was packed").isEqualTo(kept);
      for (long place : places) {
        assertThat(back[(int) (place - low)]).isEqualTo(memory[(int) (place - low)]);
      }
    }
  }

  private static void put(ElementType type, ByteBuffer from, int at, ByteBuffer to) {
    switch (type.bytes()) {
      case 1 -> to.put(from.get(at));
      case 2 -> to.putShort(from.getShort(at));
      case 4 -> to.putInt(from.getInt(at));
      default -> to.putLong(from.getLong(at));
    }
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void partsOfElementsAreCountedInValues(@ForAll long seed) {
    Random random = new Random(seed);
    RandomType made = RandomType.any(random);
    long bytes = 0;
    long values = 0;
    for (int element = 0; element < COUNT; element++) {
      for (NaiveType.Value value : made.expected().values()) {
        if (value.type().bytes() > 1) {
          assertThat(status(bytes + 1).elements(made.type())).isEqualTo(Ronsel.UNDEFINED);
        }
        bytes += value.type().bytes();
        values++;
        assertThat(status(bytes).elements(made.type())).isEqualTo(values);
      }
      long size = made.type().sizeBytes();
      assertThat(status(bytes).count(made.type())).isEqualTo(size == 0 ? 0 : element + 1);
      assertThat(status(bytes + 1).count(made.type()))
          .isEqualTo(size == 1 ? element + 2 : Ronsel.UNDEFINED);
    }
  }

  private static Status status(long bytes) {
    Status status = new Status();
    status.set(0, 0, bytes, 1, false);
    return status;
  }

  @Example
  void positionsFollowOneAnother() {
    byte[] packed = new byte[30];
    double[] column = {1, 2, 3, 4, 5, 6};
    Datatype<?> every2nd = Datatype.vector(2, 1, 2, Datatype.DOUBLE);
    long position = Datatype.INT.pack(new int[] {7, 8, 9}, 1, 2, packed, 2);
    assertThat(position).isEqualTo(10);
    position = every2nd.pack(column, 1, 1, packed, position);
    assertThat(position).isEqualTo(26);
    int[] ints = new int[2];
    double[] doubles = new double[3];
    position = Datatype.INT.unpack(packed, 2, ints, 0, 2);
    position = every2nd.unpack(packed, position, doubles, 0, 1);
    assertThat(position).isEqualTo(26);
    assertThat(ints).containsExactly(8, 9);
    assertThat(doubles).containsExactly(2, 0, 4);
  }

  @Example
  void whatDoesNotFitIsRejected() {
    byte[] packed = new byte[16];
    Datatype<?> pair = Datatype.contiguous(2, Datatype.DOUBLE);
    fails(ErrorClass.BUFFER, () -> pair.pack(new double[4], 0, 2, packed, 0));
    fails(ErrorClass.BUFFER, () -> pair.pack(new double[4], 0, 1, packed, 1));
    fails(ErrorClass.BUFFER, () -> pair.pack(new double[4], 0, 1, packed, -1));
    fails(ErrorClass.BUFFER, () -> pair.pack(new double[4], 3, 1, packed, 0));
    fails(ErrorClass.TYPE, () -> pair.pack(new float[4], 0, 1, packed, 0));
    fails(ErrorClass.BUFFER, () -> pair.pack("text", 0, 1, packed, 0));
    fails(ErrorClass.BUFFER, () -> pair.unpack(packed, 0, new double[1], 0, 1));
    fails(ErrorClass.COUNT, () -> pair.unpackExternal(packed, 0, new double[1], 0, -1));
    fails(ErrorClass.COUNT, () -> pair.packSizeBytes(-1));
    fails(ErrorClass.ARGUMENT, () -> pair.packSizeBytes(Long.MAX_VALUE / 8));
    fails(
        ErrorClass.BUFFER,
        () ->
            pair.packExternal(
                new double[2], 0, 1, MemorySegment.ofArray(new byte[16]).asReadOnly(), 0));
  }

  private static void fails(ErrorClass errorClass, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(InvalidArgumentException.class)
        .satisfies(e -> assertThat(((RonselException) e).errorClass()).isEqualTo(errorClass))
        .hasMessageStartingWith("Datatype.");
  }
}
