package org.ronsel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.DisseminationBarrier;
import org.ronsel.collective.algorithm.RecursiveDoublingAllReduce;
import org.ronsel.collective.algorithm.RingAllGather;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.algorithm.Tree;
import org.ronsel.collective.algorithm.TreeBroadcast;
import org.ronsel.collective.algorithm.TreeGather;
import org.ronsel.collective.algorithm.TreeReduce;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.StepKind;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.combinations.Combinations;

/** The algorithms of the core: times and counts of the textbook, and their size. */
class AlgorithmsTest {
  private static final int MANY = 100_000;

  private static List<ScheduledAlgorithm> all() {
    List<ScheduledAlgorithm> algorithms = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      KnownAlgorithms.of(collective).stream()
          .filter(ScheduledAlgorithm.class::isInstance)
          .forEach(algorithm -> algorithms.add((ScheduledAlgorithm) algorithm));
    }
    return algorithms;
  }

  @Test
  void everyAlgorithmEndsOnAnyNumberOfRanksAndGivesTheSameTimesAgain() {
    all().parallelStream().forEach(AlgorithmsTest::assertEndsAndGivesTheSameTimesAgain);
  }

  private static void assertEndsAndGivesTheSameTimesAgain(ScheduledAlgorithm algorithm) {
    int number = 0;
    for (int ranks : new int[] {1, 2, 3, 5, 8, 13, 16, 33, 64}) {
      for (SimulatedPlacement.Order order : SimulatedPlacement.Order.values()) {
        number++;
        SimulatedPlacement layout = new SimulatedPlacement(ranks, 2, 2, order);
        if (!algorithm.supports(ranks, layout.placement().grouping())) {
          continue;
        }
        for (long bytes : Combinations.inTurn(List.of(0L, 100L, 65_536L), number)) {
          Prediction first = Predictor.predict(algorithm, layout, ranks / 2, bytes, Model.common());
          Prediction again = Predictor.predict(algorithm, layout, ranks / 2, bytes, Model.common());
          assertThat(completions(again, ranks)).isEqualTo(completions(first, ranks));
          assertThat(again.events()).isEqualTo(first.events());
        }
      }
    }
  }

  private static double[] completions(Prediction prediction, int ranks) {
    return IntStream.range(0, ranks).mapToDouble(prediction::completionNs).toArray();
  }

  @Test
  void ranksThatShareAProgramHaveThePartnersOfTheirOwnSchedules() {
    all().parallelStream().forEach(AlgorithmsTest::assertPartnersAreThoseOfTheSchedule);
  }

  private static void assertPartnersAreThoseOfTheSchedule(ScheduledAlgorithm algorithm) {
    for (int ranks : new int[] {2, 7, 16, 24, 40}) {
      if (!algorithm.supports(ranks)) {
        continue;
      }
      RankSchedules schedules =
          RankSchedules.of(algorithm, Placement.together(ranks), 1, 99, 1, done -> {});
      for (int rank = 0; rank < ranks; rank++) {
        assertPartnersAreThoseOf(algorithm.schedule(rank, ranks, 1), schedules, rank);
      }
    }
  }

  private static void assertPartnersAreThoseOf(Schedule own, RankSchedules schedules, int rank) {
    for (int step = 0; step < own.steps(); step++) {
      assertThat(schedules.shape(rank).kind(step)).isEqualTo(own.kind(step));
      if (own.kind(step) == StepKind.SEND || own.kind(step) == StepKind.RECEIVE) {
        assertThat(schedules.partners(rank).peer(step)).isEqualTo(own.peer(step));
      }
      if (own.kind(step) == StepKind.RECEIVE) {
        assertThat(schedules.partners(rank).receive(own.peer(step), own.label(step)))
            .isEqualTo(step);
      }
    }
  }

  @Test
  void logarithmicAlgorithmsTakeTheLogarithmOfTheRanksInRounds() {
    Model model = Costs.round(0, 0);
    SimulatedPlacement layout = new SimulatedPlacement(1024, 1, 1, SimulatedPlacement.Order.BLOCK);
    double round = 10 + 100 + 20;
    assertThat(Predictor.predict(new DisseminationBarrier(), layout, 0, model).maxNs())
        .isEqualTo(10 * round);
    assertThat(Predictor.predict(new TreeBroadcast(Tree.BINOMIAL), layout, 8, model).maxNs())
        .isEqualTo(10 * (round + 8));
    assertThat(Predictor.predict(new RecursiveDoublingAllReduce(), layout, 8, model).maxNs())
        .isEqualTo(10 * (round + 8 + 8 * 3));
  }

  @Test
  void aBinomialBroadcastCrossesToEachHostOnce() {
    SimulatedPlacement layout = new SimulatedPlacement(128, 8, 1, SimulatedPlacement.Order.BLOCK);
    Prediction tree =
        Predictor.predict(new TreeBroadcast(Tree.BINOMIAL), layout, 1000, Model.common());
    assertThat(tree.messages(Level.HOST)).isEqualTo(15);
    assertThat(tree.messages(Level.THREAD)).isEqualTo(112);
    assertThat(tree.messages(Level.PROCESS)).isZero();
    assertThat(tree.bytes(Level.HOST)).isEqualTo(15_000);
    Prediction flat =
        Predictor.predict(
            new TreeGather(Collective.GATHER, Tree.FLAT), layout, 1000, Model.common());
    assertThat(flat.messages(Level.HOST)).isEqualTo(120);
    assertThat(flat.messages(Level.THREAD)).isEqualTo(7);
  }

  @Test
  void aRingCrossesOncePerHostAndRound() {
    SimulatedPlacement layout = new SimulatedPlacement(128, 4, 2, SimulatedPlacement.Order.BLOCK);
    Prediction ring =
        Predictor.predict(new RingAllGather(Collective.ALL_GATHER), layout, 10, Model.common());
    assertThat(ring.messages(Level.HOST)).isEqualTo(16 * 127);
    assertThat(ring.messages(Level.PROCESS)).isEqualTo(16 * 127);
    assertThat(ring.messages(Level.THREAD)).isEqualTo(96 * 127);
    Prediction dealt =
        Predictor.predict(
            new RingAllGather(Collective.ALL_GATHER),
            new SimulatedPlacement(128, 4, 2, SimulatedPlacement.Order.CYCLIC),
            10,
            Model.common());
    assertThat(dealt.messages(Level.HOST)).isEqualTo(128 * 127);
  }

  /** Surefire gives the JVM of the tests a heap of 1 GiB. */
  @Test
  void aHundredThousandRanksAreFewEventsOfFewSchedules() {
    SimulatedPlacement layout = new SimulatedPlacement(MANY, 16, 4, SimulatedPlacement.Order.BLOCK);
    Prediction broadcast =
        Predictor.predict(new TreeBroadcast(Tree.BINOMIAL), layout, 8, Model.common());
    assertThat(total(broadcast)).isEqualTo(MANY - 1);
    assertThat(broadcast.events()).isLessThan(6L * MANY);
    assertThat(broadcast.schedules()).isLessThan(100);
    Prediction reduce =
        Predictor.predict(new TreeReduce(Tree.BINOMIAL, false), layout, 8, Model.common());
    assertThat(total(reduce)).isEqualTo(MANY - 1);
    assertThat(reduce.events()).isLessThan(8L * MANY);
    Prediction barrier = Predictor.predict(new DisseminationBarrier(), layout, 0, Model.common());
    assertThat(total(barrier)).isEqualTo(17L * MANY);
    assertThat(barrier.schedules()).isEqualTo(1);
    assertThat(barrier.events()).isLessThan(5 * 17L * MANY);
    Prediction allReduce =
        Predictor.predict(new RecursiveDoublingAllReduce(), layout, 8, Model.common());
    assertThat(allReduce.events()).isLessThan(6 * 17L * MANY);
    assertThat(allReduce.schedules()).isLessThan(10);
  }

  @Test
  void aRingOfThousandsOfRanksHasOneSchedule() {
    Prediction ring =
        Predictor.predict(
            new RingAllGather(Collective.ALL_GATHER),
            SimulatedPlacement.processes(1024),
            8,
            Model.common());
    assertThat(ring.schedules()).isEqualTo(1);
    assertThat(total(ring)).isEqualTo(1024 * 1023);
  }

  @Test
  void whatDoesNotFitInMemoryIsRefused() {
    assertThatThrownBy(
            () ->
                Predictor.predict(
                    new RingAllGather(Collective.ALL_GATHER),
                    SimulatedPlacement.threads(30_000),
                    8,
                    Model.common()))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("allGather by ring on 30000 ranks");
  }

  private static long total(Prediction prediction) {
    long messages = 0;
    for (Level level : Level.values()) {
      messages += prediction.messages(level);
    }
    return messages;
  }
}
