package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {
  @Test
  void textIsAlignedToTheLeftAndNumbersToTheRight() {
    String text =
        new TextTable(1, "what", "median", "min")
            .add(List.of("threads", "0.1", "0.09"))
            .add(List.of("a", "1234.5", "7"))
            .render();

    assertThat(text)
        .isEqualTo(
            """
            what     median   min
            ---------------------
            threads     0.1  0.09
            a        1234.5     7
            """);
  }

  @Test
  void aRemarkAtTheEndOfAShortLineDoesNotWidenItsColumn() {
    String text =
        new TextTable(1, "what", "median", "min")
            .add(List.of("threads", "1", "2"))
            .add(List.of("mpich", "skipped: it is not installed"))
            .render();

    assertThat(text)
        .isEqualTo(
            """
            what     median  min
            --------------------
            threads       1    2
            mpich    skipped: it is not installed
            """);
  }

  @Test
  void moreCellsThanColumnsAreAnError() {
    assertThatThrownBy(() -> new TextTable(1, "a").add(List.of("1", "2")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.05512, 0.0551",
    "0.1, 0.100",
    "2.494, 2.49",
    "24.71, 24.7",
    "603.4, 603",
    "59209.4, 59209",
    "0.0000001, 0.000000",
    "-2.5, -2.50"
  })
  void numbersHaveThreeSignificantDigits(double value, String text) {
    assertThat(Numbers.significant(value)).isEqualTo(text);
  }
}
