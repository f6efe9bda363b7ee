package org.ronsel.harness;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.conformance.RandomLocks;
import org.ronsel.requirements.Requires;

/** Locks of windows on words that ranks change in place; scenarios do a little of that anywhere. */
class RandomLocksTest {
  private static final int RANKS = 4;
  private static final int TIMES = 20_000;

  @Test
  void locksBetweenRankThreadsExcludeOthers() {
    Ranks.run(RANKS, world -> RandomLocks.run(world, 1, TIMES));
  }

  @Test
  void locksBetweenJvmsExcludeOthers() {
    Requires.sharedMemory();
    Ranks.run(HostRanks::processes, RANKS, world -> RandomLocks.run(world, 2, TIMES));
  }

  @Test
  void locksBetweenThreadsOfSeveralJvmsExcludeOthers() {
    Requires.sharedMemory();
    Ranks.run(HostRanks::hybrid, RANKS, world -> RandomLocks.run(world, 3, TIMES));
  }

  /** Some ranks lock by compare-and-swap in place, others by records. */
  @Test
  void locksBetweenHostsExcludeOthers() {
    Requires.sharedMemory();
    Ranks.run(HostRanks::onTwoHosts, RANKS, world -> RandomLocks.run(world, 4, TIMES / 200));
  }

  /** Those of other hosts by records to the ghost that serves the rank. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void locksThroughGhostsExcludeOthers(int ghosts) {
    Requires.sharedMemory();
    Ranks.run(
        ranks -> HostRanks.withGhosts(ghosts, ranks, "a", "b"),
        RANKS,
        world -> RandomLocks.run(world, 5, TIMES / 200));
  }
}
