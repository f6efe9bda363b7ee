package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PiTest {
  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void theAreaIsPi(Layout layout) throws Exception {
    Job job = Job.run(layout, "Pi", 100_000).succeeded();

    // The midpoint rule is off by 1 / (12 strips^2) here, that is by 8e-12.
    assertThat(job.number("pi")).as(job.toString()).isCloseTo(Math.PI, within(1e-11));
  }

  @Test
  void fewerStripsThanRanksAreEnough() throws Exception {
    Job job = Job.runSource(Layout.threads(3), "Pi", 1).succeeded();

    assertThat(job.number("pi")).isEqualTo(4 / 1.25);
  }
}
