package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostsTest {
  /** The times depend on the machine; what is measured does not. */
  @Test
  void eachKindOfCostIsMeasured() throws Exception {
    Job job = Job.runSource(Layout.processes(3), "Costs", 20);
    List<String> lines = job.succeeded().lines();
    assertThat(lines).hasSize(2 * 4 + 3 * 3 + 3 * 2);
    assertThat(lines.subList(0, 8))
        .allMatch(line -> line.matches(" +[23] ranks make a window for [a-z,]+ +[\\d.]+ us"));
    assertThat(lines.subList(8, 17))
        .allMatch(
            line ->
                line.matches(
                    "(put|get|accumulate) +of +\\d+ bytes +[\\d.]+ us,"
                        + " of which the target spends +[\\d.]+ us"));
    assertThat(lines.subList(17, 23))
        .allMatch(
            line ->
                line.matches(
                    "100 accumulates of +\\d+ bytes under a lock of rank +[12] +[\\d.]+ us"));
  }
}
