package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RingTest {
  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void theTokenHasBeenAtEveryRankInEveryRound(Layout layout) throws Exception {
    int rounds = 50;
    Job job = Job.run(layout, "Ring", rounds).succeeded();

    int sumOfRanks = layout.ranks() * (layout.ranks() - 1) / 2;
    assertThat(job.number("token")).as(job.toString()).isEqualTo(rounds * sumOfRanks);
    assertThat(job.lines()).contains("50 rounds through %d ranks".formatted(layout.ranks()));
    assertThat(job.lines().getLast()).matches("\\d+\\.\\d+ microseconds per hop");
  }
}
