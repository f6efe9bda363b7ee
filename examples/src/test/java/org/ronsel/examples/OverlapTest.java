package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OverlapTest {
  /** How much it is depends on the machine; that it is measured does not. */
  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#few")
  void operationsAreMeasured(Layout layout) throws Exception {
    Job job = Job.run(layout, "Overlap", 100, 5);
    if (layout.ranks() % 2 != 0) {
      assertThat(job.toString()).contains("usage: Overlap");
      return;
    }
    String measured = " +\\d+\\.\\d us each, +-?\\d+ % hidden \\(quartiles .*";
    assertThat(job.succeeded().lines()).hasSize(4);
    assertThat(job.lines().get(0)).matches("get" + measured);
    assertThat(job.lines().get(1)).matches("accumulate" + measured);
    assertThat(job.lines().get(2)).matches("accumulate, fence" + measured);
    assertThat(job.lines().get(3)).matches("accumulate, post" + measured);
  }
}
