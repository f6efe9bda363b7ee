package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.collective.algorithm.Simulations.combined;
import static org.ronsel.collective.algorithm.Simulations.contribution;
import static org.ronsel.collective.algorithm.Simulations.everyCase;
import static org.ronsel.collective.algorithm.Simulations.opFor;
import static org.ronsel.collective.algorithm.Simulations.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.data.ElementType;

/** Every algorithm for blocks that differ in length brings each to its place. */
class BlocksSimulationTest {
  static final List<ScheduledAlgorithm> GATHERVS = Simulations.of(Collective.GATHERV);
  static final List<ScheduledAlgorithm> SCATTERVS = Simulations.of(Collective.SCATTERV);
  static final List<ScheduledAlgorithm> ALL_GATHERVS = Simulations.of(Collective.ALL_GATHERV);
  static final List<ScheduledAlgorithm> ALL_TO_ALLVS = Simulations.of(Collective.ALL_TO_ALLV);
  static final List<ScheduledAlgorithm> REDUCE_SCATTERS = Simulations.of(Collective.REDUCE_SCATTER);

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
    long[] block = new long[length];
    for (int i = 0; i < length; i++) {
      block[i] = from * 1_000_000L + to * 1000L + i;
    }
    return block;
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
    reduceScatter(reduceScatter, false, 1);
  }

  /** Where a rank's block covers those of others, which it may not have sent when it is written. */
  @ParameterizedTest
  @FieldSource("REDUCE_SCATTERS")
  void aReduceScatterInPlaceWritesWhatNobodyNeeds(ScheduledAlgorithm reduceScatter) {
    for (int seed = 1; seed <= 5; seed++) {
      reduceScatter(reduceScatter, true, seed);
    }
  }

  private static void reduceScatter(ScheduledAlgorithm reduceScatter, boolean inPlace, int seed) {
    everyCase(
        reduceScatter,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          Reduction op = opFor(reduceScatter, placement);
          int[] lengths =
              lengths(ranks, to -> inPlace && to > ranks / 2 ? 3 * ranks : length(2, to, count));
          int[] starts = new int[ranks + 1];
          Arrays.setAll(starts, r -> r == 0 ? 0 : IntStream.of(lengths).limit(r).sum());
          int total = starts[ranks];
          ScheduleSimulation simulation =
              simulate(reduceScatter, placement, 0, seed * (5L * ranks + count));
          long[][] output = new long[ranks][];
          for (int rank = 0; rank < ranks; rank++) {
            long[] input = contribution(rank, total);
            output[rank] = inPlace ? input : new long[lengths[rank]];
            var bindings = simulation.bindings(rank);
            bindings.shape(ElementType.LONG, lengths[rank], op);
            bindings.packed(table(lengths, starts), lengths[rank]);
            bindings.input(input, 0);
            bindings.output(output[rank], 0);
            bindings.scratch(new long[(int) bindings.scratchElements()]);
          }
          simulation.run();
          long[] all = combined(ranks, total, op);
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(Arrays.copyOf(output[rank], lengths[rank]))
                .isEqualTo(Arrays.copyOfRange(all, starts[rank], starts[rank + 1]));
          }
        });
  }
}
