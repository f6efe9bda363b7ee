package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.collective.algorithm.Simulations.COMPOSE;
import static org.ronsel.collective.algorithm.Simulations.bind;
import static org.ronsel.collective.algorithm.Simulations.combined;
import static org.ronsel.collective.algorithm.Simulations.contribution;
import static org.ronsel.collective.algorithm.Simulations.everyCase;
import static org.ronsel.collective.algorithm.Simulations.messages;
import static org.ronsel.collective.algorithm.Simulations.opFor;
import static org.ronsel.collective.algorithm.Simulations.simulate;
import static org.ronsel.collective.algorithm.Simulations.ways;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.ScheduleSimulation;

/**
 * Every algorithm that combines gives the right result, in the order of ranks where it says so,
 * with the messages of the textbook.
 */
class ReductionSimulationTest {
  static final List<ScheduledAlgorithm> REDUCES = Simulations.of(Collective.REDUCE);
  static final List<ScheduledAlgorithm> ALL_REDUCES = Simulations.of(Collective.ALL_REDUCE);
  static final List<ScheduledAlgorithm> BLOCK_REDUCE_SCATTERS =
      Simulations.of(Collective.REDUCE_SCATTER_BLOCK);
  static final List<ScheduledAlgorithm> SCANS =
      Stream.of(Collective.SCAN, Collective.EXSCAN)
          .flatMap(scan -> Simulations.of(scan).stream())
          .toList();

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
            long[] all = combined(ranks, count, op);
            for (long[] result : output) {
              assertThat(result).isEqualTo(all);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("org.ronsel.collective.algorithm.Simulations#ranks")
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
}
