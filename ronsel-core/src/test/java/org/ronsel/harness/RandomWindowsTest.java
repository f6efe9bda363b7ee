package org.ronsel.harness;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.ronsel.conformance.RandomWindows;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Capabilities.RemoteOperations;
import org.ronsel.transport.HostileNetwork.Manners;

/** Random one-sided operations, in place and by records of any size. */
class RandomWindowsTest {
  @Provide
  Arbitrary<Manners> manners() {
    return Combinators.combine(
            Arbitraries.of(9, 30, 500),
            Arbitraries.of(0, 30),
            Arbitraries.of(0, 3),
            Arbitraries.of(0, 64, 777),
            Arbitraries.of(2, 5),
            Arbitraries.of(RemoteOperations.NONE, RemoteOperations.PUT_AND_GET))
        .as(
            (inline, refused, delay, bytes, n, operations) ->
                new Manners(inline, refused, delay, bytes, n, operations, true));
  }

  @Property(tries = 80, shrinking = ShrinkingMode.OFF)
  void operationsBetweenRankThreadsDoWhatTheModelSays(
      @ForAll @IntRange(min = 1, max = 5) int ranks, @ForAll long seed) {
    Ranks.run(ranks, world -> RandomWindows.run(world, seed, 6, 12, 500));
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void operationsOnManyElementsDoWhatTheModelSays(
      @ForAll @IntRange(min = 1, max = 3) int ranks, @ForAll long seed) {
    Ranks.run(ranks, world -> RandomWindows.run(world, seed, 3, 6, 30_000));
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void operationsBetweenJvmsDoWhatTheModelSays(
      @ForAll @IntRange(min = 2, max = 4) int ranks, @ForAll long seed) {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(ranks, ranks)) {
      Ranks.run(group, world -> RandomWindows.run(world, seed, 12, 12, 2000));
    }
  }

  /** Between two of them by TCP. */
  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void operationsBetweenHostsDoWhatTheModelSays(
      @ForAll @IntRange(min = 2, max = 5) int ranks, @ForAll long seed) {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(ranks, Math.min(ranks, 3), "a", "b")) {
      Ranks.run(group, world -> RandomWindows.run(world, seed, 8, 8, 2000));
    }
  }

  /** Between two of them by ghosts, as hints say. */
  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void operationsThatGhostsCarryOutDoWhatTheModelSays(
      @ForAll @IntRange(min = 2, max = 4) int ranks,
      @ForAll @IntRange(min = 1, max = 3) int ghosts,
      @ForAll long seed) {
    Requires.sharedMemory();
    try (HostRanks group = HostRanks.withGhosts(ghosts, ranks, "a", "b")) {
      Ranks.run(group, world -> RandomWindows.run(world, seed, 8, 8, 2000));
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void operationsDoWhatTheModelSaysWhateverTheNetworkRefusesAndDelays(
      @ForAll @IntRange(min = 1, max = 3) int ranks,
      @ForAll("manners") Manners manners,
      @ForAll long seed) {
    Ranks.run(
        new HostileRanks(ranks, manners, ThreadRanks.options(ranks), seed),
        world -> RandomWindows.run(world, seed, 4, 6, 300));
  }
}
