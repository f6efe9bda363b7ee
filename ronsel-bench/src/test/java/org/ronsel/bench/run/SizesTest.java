package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "8, 8",
    "0, 0",
    "1K, 1024",
    "64k, 65536",
    "1M, 1048576",
    "16MB, 16777216",
    "1G, 1073741824",
    "' 8 ', 8"
  })
  void readsSizesAsPeopleWriteThem(String text, int bytes) {
    assertThat(Sizes.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "-8", "8x", "1.5K", "2G", "99999999999", "1KK", "8 K"})
  void rejectsWhatIsNotASize(String text) {
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
