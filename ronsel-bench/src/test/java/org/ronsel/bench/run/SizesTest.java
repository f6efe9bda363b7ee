package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  /** What a size is, {@code ByteSizeTest} says. */
  @ParameterizedTest
  @ValueSource(strings = {"2G", "99999999999", "8x"})
  void rejectsWhatIsNoSizeOfAMessage(String text) {
    assertThat(Sizes.parse("1G")).isEqualTo(1 << 30);
    assertThatThrownBy(() -> Sizes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void readsAList() {
    assertThat(Sizes.parseList("8,1K,64K")).containsExactly(8, 1024, 65536);
    assertThatThrownBy(() -> Sizes.parseList("8,,1K")).isInstanceOf(IllegalArgumentException.class);
  }
}
