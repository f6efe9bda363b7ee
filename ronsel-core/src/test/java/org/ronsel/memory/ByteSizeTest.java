package org.ronsel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "8, 8",
    "0, 0",
    "1K, 1024",
    "64k, 65536",
    "1M, 1048576",
    "16MB, 16777216",
    "3gb, 3221225472",
    "512B, 512",
    "' 8 ', 8",
    "9223372036854775807, 9223372036854775807",
    "8589934591G, 9223372035781033984"
  })
  void readsSizesAsPeopleWriteThem(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "B", "-8", "+8", "8x", "1.5K", "1KK", "1BB", "1BK", "8 K", "٣"})
  void rejectsWhatIsNotASize(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not a size such as 8, 64K or 1M");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "9999999999999999999", "8589934592G"})
  void rejectsWhatDoesNotFit(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is too large: at most 2^63 - 1 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "8, 8",
    "1024, 1K",
    "1536, 1536",
    "65536, 64K",
    "1073741824, 1G",
    "1099511627776, 1024G"
  })
  void writesTheShortestExactForm(long bytes, String text) {
    assertThat(ByteSize.format(bytes)).isEqualTo(text);
  }

  @Property
  void everySizeIsReadBackAsWritten(
      @ForAll @LongRange(min = 0) long bytes, @ForAll @IntRange(max = 40) int zeros) {
    for (long size : new long[] {bytes, bytes >>> zeros, bytes >>> zeros << zeros}) {
      String text = ByteSize.format(size);
      assertThat(ByteSize.parse(text)).isEqualTo(size);
      assertThat(ByteSize.parse(text.toLowerCase(Locale.ROOT) + "b")).isEqualTo(size);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "100, 100 B",
    "1024, 1 KiB",
    "9600, 9600 B",
    "65536, 64 KiB",
    "150000, 146.5 KiB",
    "1536000, 1.46 MiB",
    "8589934592, 8 GiB",
    "33501000000, 31.2 GiB",
    "1125899906842624, 1 PiB",
    "9223372036854775807, 8 EiB"
  })
  void peopleSeeBinaryUnits(long bytes, String text) {
    assertThat(ByteSize.describe(bytes)).isEqualTo(text);
  }
}
