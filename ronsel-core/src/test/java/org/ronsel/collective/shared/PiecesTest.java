package org.ronsel.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiecesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 8, 0",
    "1, 8, 1",
    "8, 8, 1",
    "9, 8, 2",
    "2147480000, 8192, 262144",
    "2147483647, 8192, 262144",
    "2147483647, 1, 2147483647"
  })
  void piecesCoverAllElements(int elements, int length, int pieces) {
    assertThat(Pieces.of(elements, length)).isEqualTo(pieces);
  }
}
