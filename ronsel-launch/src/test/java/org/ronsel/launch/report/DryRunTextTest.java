package org.ronsel.launch.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Topology;

/** What {@code --dry-run} says on a host with two memory nodes of two processors each. */
class DryRunTextTest {
  @TempDir Path folder;

  private static Topology twoNodes() {
    List<Topology.Cpu> cpus = new ArrayList<>();
    for (int id = 0; id < 4; id++) {
      cpus.add(new Topology.Cpu(id, id / 2, id / 2, id / 2, id));
    }
    return new Topology(
        "a test",
        cpus,
        CpuSet.of(0, 1, 2, 3),
        OptionalDouble.empty(),
        List.of(
            new Topology.NumaNode(0, CpuSet.of(0, 1), 0),
            new Topology.NumaNode(1, CpuSet.of(2, 3), 0)),
        List.of(),
        List.of());
  }

  private String text(String options) throws IOException {
    List<String> words = new ArrayList<>(List.of(options.split(" ", -1)));
    words.add(Files.writeString(folder.resolve("Good.java"), "void main() {}").toString());
    JobPlan plan = RunCommandLine.read(words);
    assertThat(plan).isNotNull();
    return DryRun.text(plan, twoNodes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -n 4 --map-by numa             | 0-1 2-3 0-1 2-3
          -n 4 --map-by numa --processes | 0-1 2-3 0-1 2-3
          -n 4 --map-by numa --bind numa | 0-1 2-3 0-1 2-3
          -n 3 --map-by numa             | 0-1 2-3 0-1
          -n 4 --bind numa               | 0-1 0-1 2-3 2-3
          -n 4 --bind core               | 0 1 2 3
          -n 4 --bind core --ghosts 1    | 0 1 2 3
          """)
  void everyRankHasTheProcessorsOfItsPlace(String options, String processors) throws Exception {
    assertThat(
            text(options)
                .lines()
                .filter(line -> line.contains("processors"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1)))
        .containsExactly(processors.split(" "));
  }

  /** Those of other hosts are not known to a run that starts nothing. */
  @Test
  void whatIsSaidOfOtherHostsIsThatTheyDecide() throws Exception {
    assertThat(text("--hosts localhost:2,b.invalid:2 --map-by numa"))
        .isEqualTo(
            """
            4 ranks in 2 JVMs on 2 hosts
            launcher: ssh, as --hosts names hosts
            host localhost, this one
              JVM 0: ranks 0 to 1
                rank 0: processors 0-1
                rank 1: processors 2-3
            host b.invalid, by ssh
              JVM 1: ranks 2 to 3
              --map-by numa: as its processors allow
            """);
  }

  @Test
  void ranksThatAreNotBoundHaveTheOptionThatWasGiven() throws Exception {
    for (String option : new String[] {"--map-by numa", "--bind numa"}) {
      assertThat(text("-n 5 --ranks-as platform " + option))
          .contains("  " + option + ": ranks are not bound: 5 ranks are more than");
      assertThat(text("-n 5 " + option))
          .contains("  " + option + ": ranks are not bound: virtual threads cannot be bound");
    }
  }
}
