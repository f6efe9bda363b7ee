package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.reduction.ArrayReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.data.ElementType;

/**
 * Every algorithm gives the right data and the textbook's number of messages, for 1 to 33 ranks,
 * many roots, and lengths that do not divide, in whatever order its steps happen.
 */
class AlgorithmSimulationTest {
  private static final int MOST_RANKS = 33;
  private static final int[] COUNTS = {0, 1, 3, 16, 37};

  static final List<ScheduledAlgorithm> BARRIERS =
      List.of(new DisseminationBarrier(), new BinomialBarrier(), new LinearBarrier());
  static final List<ScheduledAlgorithm> BROADCASTS =
      List.of(new BinomialBroadcast(), new ScatterAllGatherBroadcast());
  static final List<ScheduledAlgorithm> REDUCES =
      List.of(new BinomialReduce(), new OrderedBinomialReduce());
  static final List<ScheduledAlgorithm> ALL_REDUCES =
      List.of(new RecursiveDoublingAllReduce(), new RabenseifnerAllReduce(), new LinearAllReduce());
  static final List<ScheduledAlgorithm> GATHERS = List.of(new BinomialGather(), new LinearGather());
  static final List<ScheduledAlgorithm> ALL_GATHERS =
      List.of(new RecursiveDoublingAllGather(), new BruckAllGather(), new RingAllGather());

  /**
   * Composition of the maps x -> a x + b modulo 2^32, a in the upper half: associative, but it
   * matters which comes first.
   */
  static final Reduction COMPOSE = ArrayReductions.ofLong(AlgorithmSimulationTest::compose, false);

  private static long compose(long first, long second) {
    long a = (first >>> 32) * (second >>> 32);
    long b = (second >>> 32) * first + second;
    return a << 32 | b & 0xffff_ffffL;
  }

  static IntStream ranks() {
    return IntStream.rangeClosed(1, MOST_RANKS);
  }

  private static int roundsUp(int ranks) {
    return 32 - Integer.numberOfLeadingZeros(ranks - 1);
  }

  private static long element(int rank, int i) {
    return (long) (3 + 2 * rank) << 32 | (rank * 1000L + i);
  }

  private static long[] contribution(int rank, int count) {
    return LongStream.range(0, count).map(i -> element(rank, (int) i)).toArray();
  }

  private static long[] combined(int ranks, int count, Reduction op) {
    long[] result = contribution(0, count);
    for (int rank = 1; rank < ranks; rank++) {
      op.combine(result, 0, contribution(rank, count), 0, result, 0, count);
    }
    return result;
  }

  private static ScheduleSimulation simulate(
      ScheduledAlgorithm algorithm, int ranks, int root, long seed) {
    return new ScheduleSimulation(ranks, rank -> algorithm.schedule(rank, ranks, root), seed);
  }

  private static void bind(
      ScheduleSimulation simulation,
      int rank,
      int count,
      Reduction op,
      long[] input,
      int inputAt,
      long[] output) {
    var bindings = simulation.bindings(rank);
    bindings.shape(ElementType.LONG, count, op);
    bindings.input(input, inputAt);
    bindings.output(output, 0);
    bindings.scratch(new long[(int) bindings.scratchElements()]);
  }

  // ---- barrier ----

  @ParameterizedTest
  @FieldSource("BARRIERS")
  void nobodyLeavesABarrierBeforeEverybodyHasCome(ScheduledAlgorithm barrier) {
    ranks()
        .forEach(
            ranks -> {
              ScheduleSimulation simulation = simulate(barrier, ranks, 0, ranks);
              simulation.run();
              // Whoever can be reached by messages from a rank, in their order of arrival, has
              // heard of it.
              boolean[][] heard = new boolean[ranks][ranks];
              for (int rank = 0; rank < ranks; rank++) {
                heard[rank][rank] = true;
              }
              for (ScheduleSimulation.Message message : simulation.messages()) {
                for (int rank = 0; rank < ranks; rank++) {
                  heard[message.to()][rank] |= heard[message.from()][rank];
                }
              }
              for (boolean[] byRank : heard) {
                assertThat(byRank).as("%d ranks", ranks).doesNotContain(false);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void barriersSendAsManyMessagesAsTheTextbookSays(int ranks) {
    assertThat(messages(new DisseminationBarrier(), ranks)).isEqualTo(ranks * roundsUp(ranks));
    assertThat(messages(new BinomialBarrier(), ranks)).isEqualTo(2 * (ranks - 1));
    assertThat(messages(new LinearBarrier(), ranks)).isEqualTo(2 * (ranks - 1));
  }

  private static int messages(ScheduledAlgorithm algorithm, int ranks) {
    ScheduleSimulation simulation = simulate(algorithm, ranks, 0, 1);
    for (int rank = 0; rank < ranks; rank++) {
      bind(simulation, rank, 0, COMPOSE, new long[0], 0, new long[0]);
    }
    simulation.run();
    return simulation.messages().size();
  }

  // ---- broadcast ----

  @ParameterizedTest
  @FieldSource("BROADCASTS")
  void aBroadcastReachesEverybodyFromEveryRoot(ScheduledAlgorithm broadcast) {
    everyCase(
        (ranks, root, count) -> {
          ScheduleSimulation simulation = simulate(broadcast, ranks, root, 31L * ranks + root);
          long[][] data = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            data[rank] = rank == root ? contribution(root, count) : new long[count];
            bind(simulation, rank, count, null, data[rank], 0, data[rank]);
          }
          simulation.run();
          for (long[] received : data) {
            assertThat(received).isEqualTo(contribution(root, count));
          }
          if (broadcast instanceof BinomialBroadcast) {
            assertThat(simulation.messages()).hasSize(ranks - 1);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void aLongBroadcastMovesEachPartOnceToEverybody(int ranks) {
    int count = 33 * ranks;
    ScheduleSimulation simulation = simulate(new ScatterAllGatherBroadcast(), ranks, 0, 7);
    for (int rank = 0; rank < ranks; rank++) {
      long[] data = new long[count];
      bind(simulation, rank, count, null, data, 0, data);
    }
    simulation.run();
    long[] received = new long[ranks];
    simulation.messages().forEach(m -> received[m.to()] += m.elements());
    long[] sent = new long[ranks];
    simulation.messages().forEach(m -> sent[m.from()] += m.elements());
    for (int rank = 1; rank < ranks; rank++) {
      // Some parts come down the tree as part of a subtree; none comes twice.
      assertThat(received[rank]).isEqualTo(count);
      // The bandwidth term: what one rank sends does not grow with the number of ranks.
      assertThat(sent[rank]).isLessThanOrEqualTo(2L * count);
    }
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void aBinomialTreeLetsNeighboursTalkAmongThemselves(int ranks) {
    // Hosts of 8 ranks each: a message crosses once into each host.
    ScheduleSimulation simulation = simulate(new BinomialBroadcast(), ranks, 0, 3);
    simulation.run();
    long crossing = simulation.messages().stream().filter(m -> m.from() / 8 != m.to() / 8).count();
    assertThat(crossing).isEqualTo((ranks - 1) / 8);
  }

  // ---- reduce, allReduce ----

  @ParameterizedTest
  @FieldSource("REDUCES")
  void aReductionArrivesAtEveryRoot(ScheduledAlgorithm reduce) {
    Reduction op = reduce.keepsRankOrder() ? COMPOSE : Predefined.SUM.of(ElementType.LONG);
    everyCase(
        (ranks, root, count) -> {
          for (boolean inPlace : new boolean[] {false, true}) {
            ScheduleSimulation simulation = simulate(reduce, ranks, root, 17L * ranks + count);
            long[] output = inPlace ? contribution(root, count) : new long[count];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = inPlace && rank == root ? output : contribution(rank, count);
              bind(simulation, rank, count, op, input, 0, rank == root ? output : null);
            }
            simulation.run();
            assertThat(output).isEqualTo(combined(ranks, count, op));
            boolean forwards = reduce instanceof OrderedBinomialReduce && root != 0;
            assertThat(simulation.messages()).hasSize(forwards ? ranks : ranks - 1);
          }
        });
  }

  @ParameterizedTest
  @FieldSource("ALL_REDUCES")
  void anAllReduceKeepsTheOrderOfRanks(ScheduledAlgorithm allReduce) {
    everyCase(
        (ranks, root, count) -> {
          if (root != 0) {
            return;
          }
          for (boolean inPlace : new boolean[] {false, true}) {
            ScheduleSimulation simulation = simulate(allReduce, ranks, 0, 5L * ranks + count);
            long[][] output = new long[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = contribution(rank, count);
              output[rank] = inPlace ? input : new long[count];
              bind(simulation, rank, count, COMPOSE, input, 0, output[rank]);
            }
            simulation.run();
            for (long[] result : output) {
              assertThat(result).isEqualTo(combined(ranks, count, COMPOSE));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void allReducesSendWhatTheTextbookSays(int ranks) {
    int members = Integer.highestOneBit(ranks);
    int folded = ranks - members;
    int rounds = Integer.numberOfTrailingZeros(members);
    assertThat(messages(new RecursiveDoublingAllReduce(), ranks))
        .isEqualTo(members * rounds + 2 * folded);
    assertThat(messages(new RabenseifnerAllReduce(), ranks))
        .isEqualTo(2 * members * rounds + 2 * folded);

    int count = 64 * members;
    ScheduleSimulation simulation = simulate(new RabenseifnerAllReduce(), ranks, 0, 9);
    for (int rank = 0; rank < ranks; rank++) {
      bind(simulation, rank, count, COMPOSE, new long[count], 0, new long[count]);
    }
    simulation.run();
    long elements = simulation.messages().stream().mapToLong(m -> m.elements()).sum();
    assertThat(elements).isEqualTo(2L * (members - 1) * count + 2L * folded * count);
  }

  // ---- gather, allGather ----

  @ParameterizedTest
  @FieldSource("GATHERS")
  void aGatherPutsEveryBlockInItsPlaceAtEveryRoot(ScheduledAlgorithm gather) {
    everyCase(
        (ranks, root, count) -> {
          for (boolean inPlace : new boolean[] {false, true}) {
            ScheduleSimulation simulation = simulate(gather, ranks, root, 3L * ranks + root);
            long[] output = new long[ranks * count];
            for (int rank = 0; rank < ranks; rank++) {
              if (inPlace && rank == root) {
                System.arraycopy(contribution(rank, count), 0, output, rank * count, count);
                bind(simulation, rank, count, null, output, rank * count, output);
              } else {
                long[] mine = contribution(rank, count);
                bind(simulation, rank, count, null, mine, 0, rank == root ? output : null);
              }
            }
            simulation.run();
            assertThat(output).isEqualTo(gathered(ranks, count));
            assertThat(simulation.messages()).hasSize(ranks - 1);
          }
        });
  }

  private static long[] gathered(int ranks, int count) {
    return IntStream.range(0, ranks)
        .mapToObj(rank -> contribution(rank, count))
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  @ParameterizedTest
  @FieldSource("ALL_GATHERS")
  void anAllGatherPutsEveryBlockInItsPlaceEverywhere(ScheduledAlgorithm allGather) {
    everyCase(
        (ranks, root, count) -> {
          if (root != 0 || !allGather.supports(ranks)) {
            return;
          }
          ScheduleSimulation simulation = simulate(allGather, ranks, 0, 3L * ranks + count);
          long[][] output = new long[ranks][ranks * count];
          for (int rank = 0; rank < ranks; rank++) {
            bind(simulation, rank, count, null, contribution(rank, count), 0, output[rank]);
          }
          simulation.run();
          for (long[] result : output) {
            assertThat(result).isEqualTo(gathered(ranks, count));
          }
          int expected = ranks * (allGather instanceof RingAllGather ? ranks - 1 : roundsUp(ranks));
          assertThat(simulation.messages()).hasSize(expected);
          long elements = simulation.messages().stream().mapToLong(m -> m.elements()).sum();
          assertThat(elements).isEqualTo((long) ranks * (ranks - 1) * count);
        });
  }

  // ---- all cases ----

  @FunctionalInterface
  private interface Case {
    void check(int ranks, int root, int count);
  }

  private static void everyCase(Case check) {
    for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
      // Every root of the smaller numbers of ranks; of the larger ones the ends and some between.
      for (int root = 0; root < ranks; root += ranks <= 9 || root > ranks - 3 ? 1 : ranks / 4) {
        for (int count : COUNTS) {
          check.check(ranks, root, count);
        }
      }
    }
  }
}
