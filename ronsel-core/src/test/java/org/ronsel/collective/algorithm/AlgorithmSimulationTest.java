package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.reduction.ArrayReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.data.ElementType;

/**
 * Every algorithm gives the right data and the textbook's number of messages, for 1 to 33 ranks,
 * many roots, and lengths that do not divide, in whatever order its steps happen.
 */
class AlgorithmSimulationTest {
  private static final int MOST_RANKS = 33;
  private static final int[] COUNTS = {0, 1, 3, 16, 37};
  private static final long[] LENGTHS = {0, 32_768, 10_000, 98_304, 131_072, 3000, 16_384};

  static final List<ScheduledAlgorithm> BARRIERS = of(Collective.BARRIER);
  static final List<ScheduledAlgorithm> BROADCASTS = of(Collective.BROADCAST);
  static final List<ScheduledAlgorithm> REDUCES = of(Collective.REDUCE);
  static final List<ScheduledAlgorithm> ALL_REDUCES = of(Collective.ALL_REDUCE);
  static final List<ScheduledAlgorithm> GATHERS = of(Collective.GATHER);
  static final List<ScheduledAlgorithm> GATHERVS = of(Collective.GATHERV);
  static final List<ScheduledAlgorithm> SCATTERS = of(Collective.SCATTER);
  static final List<ScheduledAlgorithm> SCATTERVS = of(Collective.SCATTERV);
  static final List<ScheduledAlgorithm> ALL_GATHERS = of(Collective.ALL_GATHER);
  static final List<ScheduledAlgorithm> ALL_GATHERVS = of(Collective.ALL_GATHERV);
  static final List<ScheduledAlgorithm> ALL_TO_ALLS = of(Collective.ALL_TO_ALL);
  static final List<ScheduledAlgorithm> ALL_TO_ALLVS = of(Collective.ALL_TO_ALLV);
  static final List<ScheduledAlgorithm> BLOCK_REDUCE_SCATTERS = of(Collective.REDUCE_SCATTER_BLOCK);
  static final List<ScheduledAlgorithm> REDUCE_SCATTERS = of(Collective.REDUCE_SCATTER);
  static final List<ScheduledAlgorithm> SCANS =
      Stream.of(Collective.SCAN, Collective.EXSCAN).flatMap(scan -> of(scan).stream()).toList();

  /** All that can be selected. */
  private static List<ScheduledAlgorithm> of(Collective collective) {
    return KnownAlgorithms.of(collective).stream()
        .filter(ScheduledAlgorithm.class::isInstance)
        .map(ScheduledAlgorithm.class::cast)
        .toList();
  }

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

  /** One that shows a wrong order where the algorithm keeps it. */
  private static Reduction opFor(ScheduledAlgorithm algorithm, Placement placement) {
    return algorithm.keepsRankOrder(placement.spread())
        ? COMPOSE
        : Predefined.SUM.of(ElementType.LONG);
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
    return simulate(algorithm, Placement.together(ranks), root, seed);
  }

  private static ScheduleSimulation simulate(
      ScheduledAlgorithm algorithm, Placement placement, int root, long seed) {
    // Of those that follow the length some number of parts, or of blocks in a message.
    ScheduledAlgorithm divided =
        algorithm.forBytes(LENGTHS[(int) Math.floorMod(seed, LENGTHS.length)]);
    return new ScheduleSimulation(
        placement.ranks(), rank -> divided.schedule(rank, placement, root), seed);
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
    everyCase(
        barrier,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(barrier, placement, 0, ranks);
          simulation.run();
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(simulation.heard(rank).cardinality()).isEqualTo(ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("ranks")
  void barriersSendAsManyMessagesAsTheTextbookSays(int ranks) {
    assertThat(messages(new DisseminationBarrier(), ranks)).isEqualTo(ranks * roundsUp(ranks));
    for (Tree up : Tree.all()) {
      for (Tree down : Tree.all()) {
        assertThat(messages(new TreeBarrier(up, down), ranks)).isEqualTo(2 * (ranks - 1));
      }
    }
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
        broadcast,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(broadcast, placement, root, 31L * ranks + root);
          long[][] data = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            data[rank] = rank == root ? contribution(root, count) : new long[count];
            bind(simulation, rank, count, null, data[rank], 0, data[rank]);
          }
          simulation.run();
          for (long[] received : data) {
            assertThat(received).isEqualTo(contribution(root, count));
          }
          if (broadcast instanceof TreeBroadcast tree) {
            assertThat(simulation.messages()).hasSize(tree.parts() * (ranks - 1));
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
    ScheduleSimulation simulation = simulate(new TreeBroadcast(Tree.BINOMIAL), ranks, 0, 3);
    simulation.run();
    long crossing = simulation.messages().stream().filter(m -> m.from() / 8 != m.to() / 8).count();
    assertThat(crossing).isEqualTo((ranks - 1) / 8);
  }

  // ---- reduce, allReduce ----

  @ParameterizedTest
  @FieldSource("REDUCES")
  void aReductionArrivesAtEveryRoot(ScheduledAlgorithm reduce) {
    everyCase(
        reduce,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          Reduction op = opFor(reduce, placement);
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation = simulate(reduce, placement, root, 17L * ranks + count);
            long[] output = inPlace ? contribution(root, count) : new long[count];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = inPlace && rank == root ? output : contribution(rank, count);
              bind(simulation, rank, count, op, input, 0, rank == root ? output : null);
            }
            simulation.run();
            assertThat(output).isEqualTo(combined(ranks, count, op));
            if (reduce instanceof TreeReduce tree) {
              boolean forwards = tree.ordered() && root != 0;
              assertThat(simulation.messages())
                  .hasSize(tree.parts() * (forwards ? ranks : ranks - 1));
            }
          }
        });
  }

  @ParameterizedTest
  @FieldSource("ALL_REDUCES")
  void anAllReduceArrivesEverywhere(ScheduledAlgorithm allReduce) {
    everyCase(
        allReduce,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          Reduction op = opFor(allReduce, placement);
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation = simulate(allReduce, placement, 0, 5L * ranks + count);
            long[][] output = new long[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = contribution(rank, count);
              output[rank] = inPlace ? input : new long[count];
              bind(simulation, rank, count, op, input, 0, output[rank]);
            }
            simulation.run();
            for (long[] result : output) {
              assertThat(result).isEqualTo(combined(ranks, count, op));
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
        gather,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation = simulate(gather, placement, root, 3L * ranks + root);
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
            if (!(gather instanceof Portioned)) {
              long withData = simulation.messages().stream().filter(m -> m.elements() > 0).count();
              assertThat(withData).isEqualTo(count == 0 ? 0 : ranks - 1);
            }
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
        allGather,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          if (!allGather.supports(ranks)) {
            return;
          }
          ScheduleSimulation simulation = simulate(allGather, placement, 0, 3L * ranks + count);
          long[][] output = new long[ranks][ranks * count];
          for (int rank = 0; rank < ranks; rank++) {
            bind(simulation, rank, count, null, contribution(rank, count), 0, output[rank]);
          }
          simulation.run();
          for (long[] result : output) {
            assertThat(result).isEqualTo(gathered(ranks, count));
          }
          if (!(allGather instanceof TreeAllGather || allGather instanceof HierarchicalAllGather)) {
            boolean inRounds =
                allGather instanceof BruckAllGather
                    || allGather instanceof RecursiveDoublingAllGather;
            if (allGather instanceof RecursiveDoublingAllGather && Integer.bitCount(ranks) != 1) {
              int members = Integer.highestOneBit(ranks);
              int rounds = Integer.numberOfTrailingZeros(members);
              assertThat(simulation.messages()).hasSize(members * rounds + 2 * (ranks - members));
              return;
            }
            assertThat(simulation.messages())
                .hasSize(ranks * (inRounds ? roundsUp(ranks) : ranks - 1));
            long elements = simulation.messages().stream().mapToLong(m -> m.elements()).sum();
            assertThat(elements).isEqualTo((long) ranks * (ranks - 1) * count);
          }
        });
  }

  // ---- scatter, allToAll ----

  @ParameterizedTest
  @FieldSource("SCATTERS")
  void aScatterGivesEverybodyItsBlockFromEveryRoot(ScheduledAlgorithm scatter) {
    everyCase(
        scatter,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation = simulate(scatter, placement, root, 3L * ranks + root);
            long[] input = gathered(ranks, count);
            long[][] output = new long[ranks][count];
            for (int rank = 0; rank < ranks; rank++) {
              boolean stays = inPlace && rank == root;
              bind(
                  simulation,
                  rank,
                  count,
                  null,
                  rank == root ? input : null,
                  0,
                  stays ? input : output[rank]);
              if (stays) {
                simulation.bindings(rank).output(input, (long) root * count);
              }
            }
            simulation.run();
            for (int rank = 0; rank < ranks; rank++) {
              long[] block =
                  inPlace && rank == root
                      ? Arrays.copyOfRange(input, root * count, (root + 1) * count)
                      : output[rank];
              assertThat(block).isEqualTo(contribution(rank, count));
            }
            if (!(scatter instanceof Portioned)) {
              assertThat(simulation.messages()).hasSize(ranks - 1);
            }
          }
        });
  }

  @ParameterizedTest
  @FieldSource("ALL_TO_ALLS")
  void anAllToAllBringsEveryBlockToItsPlace(ScheduledAlgorithm allToAll) {
    everyCase(
        allToAll,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          for (boolean inPlace : ways(root)) {
            if (inPlace && !allToAll.supportsInPlace()) {
              continue;
            }
            ScheduleSimulation simulation = simulate(allToAll, placement, 0, 13L * ranks + count);
            long[][] output = new long[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
              int from = rank;
              long[] input = blocks(ranks, count, to -> from * 100L + to);
              output[rank] = inPlace ? input : new long[ranks * count];
              bind(simulation, rank, count, null, input, 0, output[rank]);
            }
            simulation.run();
            for (int rank = 0; rank < ranks; rank++) {
              int to = rank;
              assertThat(output[rank]).isEqualTo(blocks(ranks, count, from -> from * 100L + to));
            }
            if (!(allToAll instanceof HierarchicalAllToAll)) {
              int each = allToAll instanceof BruckAllToAll ? roundsUp(ranks) : ranks - 1;
              assertThat(simulation.messages()).hasSize(ranks * each);
            }
          }
        });
  }

  private static long[] blocks(int ranks, int count, LongUnaryOperator value) {
    return LongStream.range(0, (long) ranks * count)
        .map(i -> value.applyAsLong(i / count) * 1000 + i % count)
        .toArray();
  }

  // ---- reduceScatter, scan ----

  @ParameterizedTest
  @FieldSource("BLOCK_REDUCE_SCATTERS")
  void aReduceScatterGivesEverybodyItsBlockOfTheResult(ScheduledAlgorithm reduceScatter) {
    everyCase(
        reduceScatter,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          Reduction op = opFor(reduceScatter, placement);
          if (!reduceScatter.supports(ranks)) {
            return;
          }
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation =
                simulate(reduceScatter, placement, 0, 7L * ranks + count);
            long[][] output = new long[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = contribution(rank, ranks * count);
              output[rank] = inPlace ? input : new long[count];
              bind(simulation, rank, count, op, input, 0, output[rank]);
            }
            simulation.run();
            long[] all = combined(ranks, ranks * count, op);
            for (int rank = 0; rank < ranks; rank++) {
              assertThat(Arrays.copyOf(output[rank], count))
                  .isEqualTo(Arrays.copyOfRange(all, rank * count, (rank + 1) * count));
            }
          }
        });
  }

  @ParameterizedTest
  @FieldSource("SCANS")
  void aScanCombinesWhatIsBelow(ScheduledAlgorithm scan) {
    boolean inclusive = scan.collective() == Collective.SCAN;
    everyCase(
        scan,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          for (boolean inPlace : ways(root)) {
            ScheduleSimulation simulation = simulate(scan, placement, 0, 11L * ranks + count);
            long[][] output = new long[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
              long[] input = contribution(rank, count);
              output[rank] = inPlace ? input : new long[count];
              bind(simulation, rank, count, COMPOSE, input, 0, output[rank]);
            }
            simulation.run();
            for (int rank = inclusive ? 0 : 1; rank < ranks; rank++) {
              assertThat(output[rank])
                  .isEqualTo(combined(inclusive ? rank + 1 : rank, count, COMPOSE));
            }
            if (!inclusive) {
              assertThat(output[0]).isEqualTo(inPlace ? contribution(0, count) : new long[count]);
            }
          }
        });
  }

  // ---- blocks that differ in length ----

  /** Length of the block from one rank to another. */
  private static int length(int from, int to, int count) {
    return (from * 7 + to * 3) % 5 == 0 ? 0 : count + (from + 2 * to) % 4;
  }

  private static int[] lengths(int ranks, IntUnaryOperator length) {
    return IntStream.range(0, ranks).map(length).toArray();
  }

  /** Places in reverse order, with gaps. */
  private static int[] places(int[] lengths) {
    int[] places = new int[lengths.length];
    int at = 1;
    for (int rank = lengths.length - 1; rank >= 0; rank--) {
      places[rank] = at;
      at += lengths[rank] + 2;
    }
    return places;
  }

  private static long[] laidOut(int[] lengths, int[] places, IntFunction<long[]> block) {
    long[] all = new long[lengths.length == 0 ? 0 : places[0] + lengths[0] + 2];
    for (int rank = 0; rank < lengths.length; rank++) {
      System.arraycopy(block.apply(rank), 0, all, places[rank], lengths[rank]);
    }
    return all;
  }

  private static long[] block(int from, int to, int length) {
    return LongStream.range(0, length).map(i -> from * 1_000_000L + to * 1000L + i).toArray();
  }

  private static final int[] NO_TABLE = {};

  private static BlockTable table(int[] lengths, int[] places) {
    BlockTable table = new BlockTable().reset(lengths.length);
    for (int block = 0; block < lengths.length; block++) {
      table.set(block, lengths[block], places[block]);
    }
    return table;
  }

  private static void bindBlocks(
      ScheduleSimulation simulation,
      int rank,
      int count,
      Object input,
      int[] inCounts,
      Object output,
      int[] outCounts) {
    var bindings = simulation.bindings(rank);
    bindings.shape(ElementType.LONG, count, null);
    bindings.blocks(table(inCounts, places(inCounts)), table(outCounts, places(outCounts)), count);
    bindings.input(input, 0);
    bindings.output(output, 0);
    bindings.scratch(new long[(int) bindings.scratchElements()]);
  }

  @ParameterizedTest
  @FieldSource("GATHERVS")
  void aGathervPutsBlocksWhereTheRootWantsThem(ScheduledAlgorithm gatherv) {
    everyCase(
        gatherv,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(gatherv, placement, root, 3L * ranks + root);
          int[] lengths = lengths(ranks, from -> length(from, root, count));
          long[] expected =
              laidOut(lengths, places(lengths), from -> block(from, root, lengths[from]));
          long[] output = new long[expected.length];
          for (int rank = 0; rank < ranks; rank++) {
            long[] mine = block(rank, root, lengths[rank]);
            boolean atRoot = rank == root;
            bindBlocks(
                simulation, rank, mine.length, mine, NO_TABLE, output, atRoot ? lengths : NO_TABLE);
          }
          simulation.run();
          assertThat(output).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @FieldSource("SCATTERVS")
  void aScattervTakesBlocksFromWhereTheyLie(ScheduledAlgorithm scatterv) {
    everyCase(
        scatterv,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(scatterv, placement, root, 3L * ranks + root);
          int[] lengths = lengths(ranks, to -> length(root, to, count));
          long[] input = laidOut(lengths, places(lengths), to -> block(root, to, lengths[to]));
          long[][] output = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            output[rank] = new long[lengths[rank]];
            boolean atRoot = rank == root;
            bindBlocks(
                simulation,
                rank,
                lengths[rank],
                input,
                atRoot ? lengths : NO_TABLE,
                output[rank],
                NO_TABLE);
          }
          simulation.run();
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(output[rank]).isEqualTo(block(root, rank, lengths[rank]));
          }
        });
  }

  @ParameterizedTest
  @FieldSource("ALL_GATHERVS")
  void anAllGathervPutsBlocksInTheirPlacesEverywhere(ScheduledAlgorithm allGatherv) {
    everyCase(
        allGatherv,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(allGatherv, placement, 0, 3L * ranks + count);
          int[] lengths = lengths(ranks, from -> length(from, 1, count));
          long[] expected =
              laidOut(lengths, places(lengths), from -> block(from, 1, lengths[from]));
          long[][] output = new long[ranks][expected.length];
          for (int rank = 0; rank < ranks; rank++) {
            long[] mine = block(rank, 1, lengths[rank]);
            bindBlocks(simulation, rank, mine.length, mine, NO_TABLE, output[rank], lengths);
          }
          simulation.run();
          for (long[] result : output) {
            assertThat(result).isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @FieldSource("ALL_TO_ALLVS")
  void anAllToAllvExchangesBlocksOfAnyLengths(ScheduledAlgorithm allToAllv) {
    everyCase(
        allToAllv,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          boolean inPlace = allToAllv.supportsInPlace();
          // In place, both directions have one length.
          IntBinaryOperator length =
              (from, to) ->
                  inPlace
                      ? length(Math.min(from, to), Math.max(from, to), count)
                      : length(from, to, count);
          ScheduleSimulation simulation = simulate(allToAllv, placement, 0, 5L * ranks + count);
          long[][] output = new long[ranks][];
          long[][] expected = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            int me = rank;
            int[] out = lengths(ranks, from -> length.applyAsInt(from, me));
            int[] in = lengths(ranks, to -> length.applyAsInt(me, to));
            long[] input = laidOut(in, places(in), to -> block(me, to, in[to]));
            expected[rank] = laidOut(out, places(out), from -> block(from, me, out[from]));
            output[rank] = inPlace ? input : new long[expected[rank].length];
            bindBlocks(simulation, rank, 0, input, in, output[rank], out);
          }
          simulation.run();
          assertThat(output).isDeepEqualTo(expected);
        });
  }

  @ParameterizedTest
  @FieldSource("REDUCE_SCATTERS")
  void aReduceScatterTakesBlocksOfAnyLengths(ScheduledAlgorithm reduceScatter) {
    everyCase(
        reduceScatter,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          Reduction op = opFor(reduceScatter, placement);
          int[] lengths = lengths(ranks, to -> length(2, to, count));
          int[] starts = new int[ranks + 1];
          Arrays.setAll(starts, r -> r == 0 ? 0 : IntStream.of(lengths).limit(r).sum());
          int total = starts[ranks];
          ScheduleSimulation simulation = simulate(reduceScatter, placement, 0, 5L * ranks + count);
          long[][] output = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            output[rank] = new long[lengths[rank]];
            var bindings = simulation.bindings(rank);
            bindings.shape(ElementType.LONG, lengths[rank], op);
            bindings.packed(table(lengths, starts), lengths[rank]);
            bindings.input(contribution(rank, total), 0);
            bindings.output(output[rank], 0);
            bindings.scratch(new long[(int) bindings.scratchElements()]);
          }
          simulation.run();
          long[] all = combined(ranks, total, op);
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(output[rank])
                .isEqualTo(Arrays.copyOfRange(all, starts[rank], starts[rank + 1]));
          }
        });
  }

  // ---- trees ----

  @ParameterizedTest
  @MethodSource("ranks")
  void subtreesAreRangesThatBeginWithTheirRoot(int ranks) {
    for (Tree tree : Tree.all()) {
      for (int node = 0; node < ranks; node++) {
        int next = node + 1;
        for (int child : tree.children(node, ranks)) {
          assertThat(child).as("%s, child of %d in %d", tree, node, ranks).isEqualTo(next);
          assertThat(tree.parent(child, ranks)).isEqualTo(node);
          next = tree.end(child, ranks);
        }
        assertThat(tree.end(node, ranks)).as("%s, end of %d", tree, node).isEqualTo(next);
      }
      assertThat(tree.end(0, ranks)).isEqualTo(ranks);
      assertThat(tree.parent(0, ranks)).isEqualTo(-1);
    }
  }

  // ---- all cases ----

  /** Both ways with root 0, else one of them. */
  private static boolean[] ways(int root) {
    return root == 0 ? new boolean[] {false, true} : new boolean[] {root % 2 == 0};
  }

  @FunctionalInterface
  private interface Case {
    void check(Placement placement, int root, int count);
  }

  /**
   * Every number of ranks with every root and one of the counts, and with root 0 every count.
   * Composites of two trees, each of which has its turn with every number of ranks in the composite
   * with itself, and pipelines of many parts make do with some numbers.
   */
  private static void everyCase(ScheduledAlgorithm algorithm, Case check) {
    boolean hierarchical = algorithm.name().contains("hierarchical");
    boolean some =
        (algorithm.name().contains("+") && !hierarchical)
            || algorithm.name().endsWith("-64")
            || (algorithm.name().contains("pipelined")
                && (hierarchical
                    || algorithm.name().contains("-static")
                    || algorithm.name().contains("-dynamic")));
    for (int ranks = 1; ranks <= MOST_RANKS; ranks += !some || ranks < 6 ? 1 : 9) {
      for (int turn = 0; turn < (hierarchical ? Placements.COUNT : COUNTS.length); turn++) {
        check(algorithm, check, ranks, 0, turn);
      }
      for (int root = 1; root < ranks && algorithm.collective().hasRoot(); root++) {
        check(algorithm, check, ranks, root, ranks + root);
      }
    }
    for (int turn = 0; turn < (hierarchical ? Placements.COUNT : 1); turn++) {
      check(algorithm, check, 47, 0, turn);
      check(algorithm, check, 64, 0, turn + 3);
    }
  }

  /** With one of the counts, and in one of the placements if that makes a difference. */
  private static void check(
      ScheduledAlgorithm algorithm, Case check, int ranks, int root, int turn) {
    Placement placement = Placements.of(turn, ranks);
    if (algorithm.supports(ranks, placement.spread())) {
      check.check(placement, root, COUNTS[(turn + ranks) % COUNTS.length]);
    }
  }
}
