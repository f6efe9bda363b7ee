package org.ronsel.npb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankCountsTest {
  private static List<Integer> allowed(RankCounts counts) {
    return IntStream.rangeClosed(-1, 40).filter(counts::allows).boxed().toList();
  }

  @Test
  void powersOfTwoAndSquaresAreAllowedUpToTheMost() {
    assertThat(allowed(RankCounts.powersOfTwo(16))).containsExactly(1, 2, 4, 8, 16);
    assertThat(allowed(RankCounts.squares(30))).containsExactly(1, 4, 9, 16, 25);
    assertThat(allowed(RankCounts.any(3))).containsExactly(1, 2, 3);
  }

  @Test
  void theTextGivesExamples() {
    assertThat(RankCounts.squares(30).text()).isEqualTo("a square up to 30: 1, 4, 9, 16, 25");
    assertThat(RankCounts.powersOfTwo(1024).text())
        .isEqualTo("a power of two up to 1024: 1, 2, 4, 8, 16, 32, ...");
  }
}
