package org.ronsel.npb.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;

/** What does not fit is refused before it runs. */
class MemoryTest {
  /** Takes what no machine has, and cannot run. */
  private static final class Huge implements NpbKernel {
    @Override
    public String name() {
      return "huge";
    }

    @Override
    public String title() {
      return "too large";
    }

    @Override
    public RankCounts rankCounts(ProblemClass size) {
      return RankCounts.any(8);
    }

    @Override
    public long memoryBytes(ProblemClass size, int ranks) {
      return 1L << 52;
    }

    @Override
    public Outcome run(Comm comm, ProblemClass size) {
      throw new AssertionError("has been started");
    }
  }

  private static RonselRuns runs(List<String> options) {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), Duration.ofSeconds(60));
    return new RonselRuns(RankPlacement.THREADS, false, jobs, options, 0, 1);
  }

  @Test
  void aProblemThatDoesNotFitIsRefusedWithTheEstimate() throws InterruptedException {
    Problem problem = new Problem(new Huge(), ProblemClass.S, 2);

    assertThatThrownBy(() -> runs(List.of()).checkMemory(problem))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("needs about 4194304")
        .hasMessageContaining("GiB are free");
    Series series = runs(List.of()).run(problem, 0);
    assertThat(series.ending()).isInstanceOf(Series.Ending.Skipped.class);
    assertThat(series.isFine()).isFalse();
  }

  @Test
  void theMemoryOfOtherHostsIsNotKnown() throws UnavailableException {
    runs(List.of("--hosts", "a,b")).checkMemory(new Problem(new Huge(), ProblemClass.S, 2));
  }

  @Test
  void anOptionThatOnlySpeaksOfHostsIsNoOtherHost() {
    for (String option : List.of("--jvms-per-host", "-J-Dhost=a", "--wdir=/home/host")) {
      assertThatThrownBy(
              () -> runs(List.of(option)).checkMemory(new Problem(new Huge(), ProblemClass.S, 2)))
          .as(option)
          .isInstanceOf(UnavailableException.class);
    }
  }
}
