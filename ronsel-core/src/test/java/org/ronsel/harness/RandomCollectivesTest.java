package org.ronsel.harness;

import org.junit.jupiter.api.Test;
import org.ronsel.conformance.RandomCollectives;
import org.ronsel.requirements.Requires;

/** Random sequences of collective calls where the conformance tests do not have them. */
class RandomCollectivesTest {
  @Test
  void betweenSevenRankThreads() {
    Ranks.run(7, world -> RandomCollectives.run(world, 71, 60, 300));
  }

  @Test
  void betweenJvmsOfTwoHostsThatAreDealtInTurn() {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(6, 3, "a", "b")) {
      Ranks.run(group, world -> RandomCollectives.run(world, 61, 40, 300));
    }
  }
}
