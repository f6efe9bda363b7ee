package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.collective.algorithm.Simulations.bind;
import static org.ronsel.collective.algorithm.Simulations.contribution;
import static org.ronsel.collective.algorithm.Simulations.everyCase;
import static org.ronsel.collective.algorithm.Simulations.gathered;
import static org.ronsel.collective.algorithm.Simulations.roundsUp;
import static org.ronsel.collective.algorithm.Simulations.simulate;
import static org.ronsel.collective.algorithm.Simulations.ways;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.schedule.ScheduleSimulation;

/**
 * Every algorithm that moves data brings all of them to their places, with the messages of the
 * textbook.
 */
class MovementSimulationTest {
  static final List<ScheduledAlgorithm> BROADCASTS = Simulations.of(Collective.BROADCAST);
  static final List<ScheduledAlgorithm> GATHERS = Simulations.of(Collective.GATHER);
  static final List<ScheduledAlgorithm> ALL_GATHERS = Simulations.of(Collective.ALL_GATHER);
  static final List<ScheduledAlgorithm> SCATTERS = Simulations.of(Collective.SCATTER);
  static final List<ScheduledAlgorithm> ALL_TO_ALLS = Simulations.of(Collective.ALL_TO_ALL);

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
  @MethodSource("org.ronsel.collective.algorithm.Simulations#ranks")
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
  @MethodSource("org.ronsel.collective.algorithm.Simulations#ranks")
  void aBinomialTreeLetsNeighborsTalkAmongThemselves(int ranks) {
    // Hosts of 8 ranks each: a message crosses once into each host.
    ScheduleSimulation simulation = simulate(new TreeBroadcast(Tree.BINOMIAL), ranks, 0, 3);
    simulation.run();
    long crossing = simulation.messages().stream().filter(m -> m.from() / 8 != m.to() / 8).count();
    assertThat(crossing).isEqualTo((ranks - 1) / 8);
  }

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
          long[] all = gathered(ranks, count);
          for (long[] result : output) {
            assertThat(result).isEqualTo(all);
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
}
