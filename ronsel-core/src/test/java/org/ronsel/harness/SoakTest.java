package org.ronsel.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.ronsel.combinations.Combinations;
import org.ronsel.conformance.EveryCall;
import org.ronsel.requirements.Requires;
import org.ronsel.soak.Soak;

/**
 * Calls leave nothing behind, those that fail neither. A build runs them between threads and where
 * ranks are threads of several JVMs, {@code -Pthorough} also in JVMs of their own; for an hour in
 * each placement:
 *
 * <pre>./ronsel test -pl ronsel-core -Dtest=SoakTest -Dronsel.soak=3600
 * </pre>
 */
class SoakTest {
  private static final int RANKS = 3;

  @Test
  void betweenRankThreads() {
    soak(ThreadRanks.start(RANKS));
  }

  @Test
  void betweenJvms() {
    assumeTrue(
        Combinations.all() || Soak.isLong(),
        "with -Pthorough: messages between JVMs are those of several JVMs with threads");
    Requires.sharedMemory();
    soak(HostRanks.processes(RANKS));
  }

  @Test
  void betweenThreadsOfSeveralJvms() {
    Requires.sharedMemory();
    soak(HostRanks.hybrid(RANKS));
  }

  private static void soak(RankGroup ranks) {
    try (ranks) {
      Duration deadline = Duration.ofSeconds(Soak.deadlineSeconds());
      Ranks.run(ranks, deadline, world -> EveryCall.soak(world, world.rank() == 0));
    }
  }
}
