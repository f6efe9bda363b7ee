package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BalanceTest {
  /** Which one is the fastest depends on the machine; that all are measured does not. */
  @Test
  void allBindingsAreMeasured() throws Exception {
    Job job = Job.runSource(Layout.processes(2), "Balance", 3);
    assertThat(job.succeeded().lines()).hasSize(20);
    assertThat(job.lines())
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "(many puts|many, and sums|long (puts|sums)) +by [a-z]+ +[\\d.]+ ms \\(.* to .*\\)"));
  }
}
