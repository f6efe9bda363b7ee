package org.ronsel.harness;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.ronsel.conformance.RandomTraffic;
import org.ronsel.engine.EngineOptions;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Capabilities.RemoteOperations;
import org.ronsel.transport.HostileNetwork.Manners;

/** Random traffic with random options over random transports. */
class RandomTrafficTest {
  /** Options at which every protocol is chosen also for short messages. */
  @Provide
  Arbitrary<EngineOptions> options() {
    return Combinators.combine(
            Arbitraries.of(0, 1, 40, 1000, 8192),
            Arbitraries.of(0L, 100L, 5000L, 1L << 20),
            Arbitraries.of(0L, 300L, 1L << 20),
            Arbitraries.of(0L, 700L, 100_000L),
            Arbitraries.of(0, 50),
            Arbitraries.of(1, 50))
        .as(EngineOptions::new);
  }

  @Provide
  Arbitrary<Manners> manners() {
    return Combinators.combine(
            Arbitraries.of(8, 9, 30, 500),
            Arbitraries.of(0, 50),
            Arbitraries.of(0, 5),
            Arbitraries.of(0, 64, 777),
            Arbitraries.of(2, 5),
            Arbitraries.of(true, false))
        .as(
            (inline, refused, delay, bytes, n, rings) ->
                new Manners(inline, refused, delay, bytes, n, RemoteOperations.NONE, rings));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void messagesBetweenRankThreadsArriveOnceAndWhole(
      @ForAll @IntRange(min = 1, max = 4) int ranks,
      @ForAll("options") EngineOptions options,
      @ForAll long seed) {
    Ranks.run(
        new ThreadRanks(ranks, 64, options),
        world -> RandomTraffic.run(world, seed, 60 * ranks, 3000));
  }

  /** Some JVMs have two ranks; keys are used where none has. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void messagesBetweenJvmsArriveOnceAndWhole(
      @ForAll @IntRange(min = 2, max = 5) int ranks,
      @ForAll @IntRange(min = 2, max = 5) int jvms,
      @ForAll long seed) {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(ranks, Math.min(ranks, jvms))) {
      Ranks.run(group, world -> RandomTraffic.run(world, seed, 40 * ranks, 60_000));
    }
  }

  /** All begin to send at once, before there is any connection. */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void messagesBetweenHostsArriveOnceAndWhole(
      @ForAll @IntRange(min = 2, max = 6) int ranks, @ForAll long seed) {
    Requires.sharedMemory();
    try (HostRanks group = new HostRanks(ranks, Math.min(ranks, 4), "a", "b", "c")) {
      Ranks.run(group, world -> RandomTraffic.run(world, seed, 40 * ranks, 60_000));
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void messagesArriveOnceAndWholeWhateverTheNetworkRefusesAndDelays(
      @ForAll @IntRange(min = 1, max = 3) int ranks,
      @ForAll("options") EngineOptions options,
      @ForAll("manners") Manners manners,
      @ForAll long seed) {
    Ranks.run(
        new HostileRanks(ranks, manners, options, seed),
        world -> RandomTraffic.run(world, seed, 30 * ranks, 300));
  }

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void messagesThatComeByteByByteArriveWhole(
      @ForAll @IntRange(min = 1, max = 3) int ranks, @ForAll long seed) {
    Ranks.run(
        new HostileRanks(ranks, Manners.SINGLE_BYTES, ThreadRanks.options(ranks), seed),
        world -> RandomTraffic.run(world, seed, 20 * ranks, 60));
  }
}
