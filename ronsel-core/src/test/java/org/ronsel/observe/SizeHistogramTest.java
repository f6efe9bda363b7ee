package org.ronsel.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages are counted in the class whose bound is theirs or the next above. */
class SizeHistogramTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1, 64 B",
    "64, 64 B",
    "65, 1 KiB",
    "1024, 1 KiB",
    "1025, 16 KiB",
    "16384, 16 KiB",
    "16385, 256 KiB",
    "262144, 256 KiB",
    "262145, 4 MiB",
    "4194304, 4 MiB",
    "4194305, more",
    "9000000000, more"
  })
  void aMessageIsInTheClassOfItsSize(long bytes, String name) {
    assertThat(SizeHistogram.CLASSES.get(SizeHistogram.classOf(bytes))).isEqualTo(name);
  }
}
