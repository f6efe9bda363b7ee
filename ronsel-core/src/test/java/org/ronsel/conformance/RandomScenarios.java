package org.ronsel.conformance;

import org.ronsel.Comm;

/** Random traffic with fixed seeds, a statement about everything at once. */
final class RandomScenarios {
  private RandomScenarios() {}

  static void everyMessageArrivesOnceInOrderAndUnchanged(Comm world) {
    for (int seed = 0; seed < 20; seed++) {
      int maxLength = seed % 5 == 0 ? 20_000 : 300;
      RandomTraffic.run(world, seed, 30 * world.size(), maxLength);
      world.barrier(); // its messages have a context of their own: probes for any tag go on
      // meanwhile
    }
  }

  static void sequencesOfCollectiveCallsDoWhatEachIsDefinedToDo(Comm world) {
    for (int seed = 0; seed < 6; seed++) {
      RandomCollectives.run(world, seed, 60, seed % 3 == 0 ? 3000 : 60);
    }
  }
}
