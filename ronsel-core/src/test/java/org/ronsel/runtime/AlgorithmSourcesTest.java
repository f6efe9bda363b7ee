package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;
import org.ronsel.engine.Doorbell;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JvmLocation;
import org.ronsel.transport.TestContext;

class AlgorithmSourcesTest {
  private static final String RING = "allReduce -> ring\n";

  @Test
  void jvmsMayHaveTheirTableUnderDifferentNames() throws Exception {
    meet(table("/home/one/my.table", RING), table("/srv/other.table", RING));
  }

  @Test
  void jvmsWithDifferentTablesDoNotMeetWhateverTheyAreCalled() {
    assertThatThrownBy(() -> meet(table("a.table", RING), table("a.table", "allReduce -> flat\n")))
        .hasCauseInstanceOf(RonselException.class)
        .hasMessageContaining("chooses collective algorithms by a.table (")
        .hasMessageContaining("but JVM ");
    assertThatThrownBy(
            () -> meet(table("a.table", RING), AlgorithmSources.of(TableSource.NONE, no())))
        .hasMessageContaining("a.table (")
        .hasMessageContaining("the built-in table");
  }

  @Test
  void anAlgorithmThatOneJvmAloneIsToldMakesADifference() {
    Properties properties = no();
    properties.setProperty("ronsel.collective.allReduce", "ring");
    properties.setProperty("ronsel.collective.scratch", "4K");
    AlgorithmSources told = AlgorithmSources.of(TableSource.NONE, properties);
    AlgorithmSources untold = AlgorithmSources.of(TableSource.NONE, no());
    assertThat(told.agreesWith(untold)).isFalse();
    assertThat(told).hasToString("the built-in table, allReduce=ring");
  }

  private static Properties no() {
    return new Properties();
  }

  private static AlgorithmSources table(String name, String text) {
    return AlgorithmSources.of(new TableSource(name, text), no());
  }

  /** Has two JVMs that choose so meet. */
  private static void meet(AlgorithmSources one, AlgorithmSources other) throws Exception {
    LocalWireUp wireUp = new LocalWireUp(2);
    List<AlgorithmSources> choices = List.of(one, other);
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      List<Future<Void>> met =
          pool.invokeAll(
              List.of(joins(wireUp, 0, choices), joins(wireUp, 1, choices)), 60, TimeUnit.SECONDS);
      for (Future<Void> each : met) {
        each.get();
      }
    }
  }

  private static Callable<Void> joins(LocalWireUp wireUp, int jvm, List<AlgorithmSources> choices) {
    JobLayout layout = JobLayout.even("test", 2, 2, jvm);
    JvmLocation location = JvmLocation.onHost("");
    return () -> {
      try (Transports none = Transports.open(new TestContext(1, 0, rank -> new Doorbell()))) {
        var _ = JobWireUp.connect(layout, wireUp.of(jvm), none, 1, location, choices.get(jvm));
      }
      return null;
    };
  }
}
