package org.ronsel.collective.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;

/** Where the elements of a call lie. */
class InvocationTest {
  private static final int COUNT = 100;

  private static Invocation broadcast(ElementType type, MemorySegment of, long first) {
    DataRange data = new DataRange(type, of, first << type.shift(), (long) COUNT << type.shift());
    return new Invocation()
        .of(Invocation.CallKind.BLOCKING, Collective.BROADCAST, type, COUNT)
        .from(data)
        .to(data);
  }

  /** Algorithms count elements in ints. */
  @ParameterizedTest
  @EnumSource(names = {"BYTE", "DOUBLE"})
  void noElementOfACallHasAnIndexBeyondAnInt(ElementType type) {
    MemorySegment large = MemorySegment.NULL.reinterpret(1L << 40); // never touched
    long last = Integer.MAX_VALUE - (long) COUNT;
    Invocation fits = broadcast(type, large, last);
    assertThat(fits.input()).isSameAs(large);
    assertThat(fits.output()).isSameAs(large);
    assertThat(fits.inputAt()).isEqualTo((int) last);
    assertThat(fits.outputAt()).isEqualTo((int) last);
    for (long first : new long[] {last + 1, last + COUNT, 1L << 33}) {
      Invocation call = broadcast(type, large, first);
      MemorySegment part = large.asSlice(first << type.shift(), (long) COUNT << type.shift());
      assertThat(call.input()).isEqualTo(part);
      assertThat(call.output()).isEqualTo(part);
      assertThat(call.inputAt()).isZero();
      assertThat(call.outputAt()).isZero();
    }
  }

  @Test
  void anArrayIsTakenAsItIs() {
    int[] array = new int[COUNT + 3];
    DataRange data = new DataRange(ElementType.INT, array, 12, 4L * COUNT);
    Invocation call = new Invocation().elements(ElementType.INT, COUNT).from(data).to(data);
    assertThat(call.input()).isSameAs(array);
    assertThat(call.outputAt()).isEqualTo(3);
  }
}
