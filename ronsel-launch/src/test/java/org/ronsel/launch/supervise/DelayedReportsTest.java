package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports while a JVM of the job is about to end. */
class DelayedReportsTest {
  /** The first one may find that it has nothing to say. */
  @Test
  void aReportThatComesWhileAnotherIsDelayedIsMadeBehindIt() {
    StillJvm leaving = new StillJvm();
    StillJvm aborting = new StillJvm();
    DelayedReports reports =
        new DelayedReports(List.of(leaving, aborting), List.of(), new Deadlines());
    List<String> made = new ArrayList<>();
    leaving.ending = true;
    reports.afterEnds(null, () -> made.add("lost"));
    reports.afterEnds(aborting, () -> made.add("abort"));
    assertThat(made).isEmpty();
    leaving.ending = false;
    reports.ended();
    assertThat(made).containsExactly("lost", "abort");
  }
}
