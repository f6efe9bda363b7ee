package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code --dry-run} tells where ranks would be, and starts nothing. */
class DryRunTest {
  @Test
  void theMapOfRanksIsPrinted() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "--dry-run",
            "--hosts",
            "localhost:3,node1.invalid:2",
            "--ranks-per-jvm",
            2,
            Job.program("Who"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            """
            5 ranks in 3 JVMs on 2 hosts
            launcher: ssh, as --hosts names hosts
            host localhost, this one
              JVM 0: rank 0
              JVM 1: ranks 1 to 2
            host node1.invalid, by ssh
              JVM 2: ranks 3 to 4
            """);
    assertThat(result.status()).isZero();
  }

  @Test
  void whatTheJobWouldSayOfItsOptionsIsSaid() throws Exception {
    Job.Result result = Job.run("run", "--dry-run", "-n", 2, "--ghosts", 1, Job.program("Who"));
    assertThat(result.err()).hasLineCount(1).startsWith("ronsel: --ghosts 1: all ranks are on one");
    assertThat(result.out()).contains("JVM 1: ghost 0");
    assertThat(result.status()).isZero();
  }

  @Test
  void soAreTheProcessorsOfRanksThatAreBound() throws Exception {
    Job.Result result = Job.run("run", "--dry-run", "-n", 1, "--bind", "core", Job.program("Who"));
    assertThat(result.out())
        .startsWith(
            "1 rank in 1 JVM on 1 host\nlauncher: local, as no hosts are given and there is no allocation of a batch system\nthis host\n  JVM 0: rank 0\n");
    assertThat(result.out()).containsPattern("    rank 0: processors [0-9,-]+\n$");
  }

  @Test
  void whyRanksAreNotBoundIsSaid() throws Exception {
    String why = "  --bind core: ranks are not bound: ";
    assertThat(dryRun(5000, "platform")).contains(why + "5000 ranks are more");
    for (String kind : new String[] {"virtual", "auto"}) {
      assertThat(dryRun(5000, kind))
          .contains(why + "virtual threads cannot be bound (--ranks-as platform)");
    }
    assertThat(dryRun(1, "virtual")).doesNotContain("processors").contains(why + "virtual");
  }

  private static String dryRun(int ranks, String kind) throws Exception {
    List<String> bound = List.of("--bind", "core", "--ranks-as", kind);
    return Job.run("run", "--dry-run", "-n", ranks, bound, Job.program("Who")).out();
  }
}
