package org.ronsel.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ronsel.Datatype;
import org.ronsel.datatype.AbstractDatatype;

class PlanBuilderTest {
  /** Places in any order, no two of which lie side by side. */
  private static int[] scattered(int n, int apart) {
    int[] places = new Random(n).ints(n, 0, 2).toArray();
    for (int i = 0; i < n; i++) {
      places[i] += i * apart;
    }
    return places;
  }

  @Test
  void anIrregularTypeInsideAnotherIsKeptOnce() {
    Datatype<?> inner = Datatype.indexedBlock(1, scattered(2000, 3), Datatype.INT);
    Datatype<?> outer = Datatype.indexedBlock(1, scattered(20_000, 2), inner);
    assertThat(outer.sizeBytes()).isEqualTo(2000L * 20_000 * Integer.BYTES);
    assertThat(AbstractDatatype.of(outer).typeMap().plan().runs()).isLessThanOrEqualTo(20_000);
  }

  @Test
  void whatIsKeptOnceIsPackedInOrder() {
    int[] within = scattered(300, 3);
    int[] among = scattered(50, 2);
    Datatype<?> inner = Datatype.indexedBlock(1, within, Datatype.INT);
    Datatype<?> outer = Datatype.indexedBlock(1, among, inner);
    int extent = (int) (inner.extentBytes() / Integer.BYTES);
    int[] data = new Random(1).ints(52 * 2 * extent).toArray();
    int[] expected =
        Arrays.stream(among)
            .flatMap(place -> Arrays.stream(within).map(at -> data[place * extent + at]))
            .toArray();
    byte[] packed = new byte[expected.length * Integer.BYTES];
    outer.pack(data, 0, 1, packed, 0);
    assertThat(MemorySegment.ofArray(packed).toArray(ValueLayout.JAVA_INT_UNALIGNED))
        .isEqualTo(expected);
    int[] back = new int[data.length];
    outer.unpack(packed, 0, back, 0, 1);
    for (int place : among) {
      for (int at : within) {
        assertThat(back[place * extent + at]).isEqualTo(data[place * extent + at]);
      }
    }
  }
}
