package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.spi.Bytes;

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

  @ParameterizedTest
  @CsvSource({"0, 0", "8, 8", "1024, 1K", "1536, 1536", "65536, 64K", "1073741824, 1G"})
  void writesTheShortestExactForm(int bytes, String text) {
    assertThat(Bytes.format(bytes)).isEqualTo(text);
  }

  @Property
  void everySizeIsReadBackAsWritten(@ForAll @IntRange(max = 1 << 30) int bytes) {
    assertThat(Sizes.parse(Bytes.format(bytes))).isEqualTo(bytes);
  }
}
