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
    // Short, since there are many placements; the program goes on for as long as one likes.
    for (int i = 0; i < 2; i++) {
      RandomCollectives.run(world, 10L * world.size() + i, 40, i == 0 ? 700 : 60);
    }
  }

  static void sequencesOfOneSidedCallsDoWhatTheyDoOneAfterTheOther(Comm world) {
    for (int i = 0; i < 6; i++) {
      RandomWindows.run(world, 10L * world.size() + i, 3, 6, i == 0 ? 3000 : 200);
    }
  }
}
