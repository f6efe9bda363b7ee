package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallsTest {
  /** How long accumulates take depends on the machine; that some are done each time does not. */
  @Test
  void accumulatesAreMeasuredWhileTheTargetDoesNothing() throws Exception {
    Job job = Job.runSource(Layout.processes(2), "Stalls", 40);
    assertThat(job.succeeded().lines()).hasSize(4);
    for (String line : job.lines()) {
      assertThat(line)
          .matches(
              "target (waits|computes|collects|is stopped) +[1-9]\\d* accumulates, median +.*us"
                  + " \\(\\d+\\.\\d times\\), longest +.*us");
    }
  }
}
