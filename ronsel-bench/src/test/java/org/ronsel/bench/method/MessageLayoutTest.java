package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MessageLayoutTest {
  @Property
  void eachByteHasAPlaceOfItsOwnWithinTheExtent(
      @ForAll @IntRange(min = 8, max = 40) int block,
      @ForAll @IntRange(min = 0, max = 30) int gap,
      @ForAll @IntRange(min = 1, max = 9) int blocks,
      @ForAll boolean indexed) {
    MessageLayout layout =
        MessageLayout.parse((indexed ? "indx:" : "vect:") + (block + gap) + ":" + block);
    int size = block * blocks;
    Set<Long> places = new HashSet<>();
    for (int i = 0; i < size; i++) {
      places.add(layout.position(i));
    }

    assertThat(places).hasSize(size);
    assertThat(places).allMatch(place -> place >= 0 && place < layout.extent(size));
    assertThat(layout.position(size - 8L) + 7).isEqualTo(layout.position(size - 1L));
    assertThat(MessageLayout.parse(layout.toString())).isEqualTo(layout);
  }

  @Test
  void whatIsNoDatatypeIsNamed() {
    for (String text : new String[] {"", "vect:", "vect:a:b", "struct", "vect:16:8:4", "cont2"}) {
      assertThatThrownBy(() -> MessageLayout.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not a datatype");
    }
    assertThatThrownBy(() -> MessageLayout.parse("vect:8:4"))
        .hasMessageContaining("at least 8 bytes");
  }
}
