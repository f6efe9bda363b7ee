package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.data.ElementType;

/**
 * The schedules of inter-communicators in a simulated network, for groups of all sizes up to some:
 * the right data in the right places, and no more messages than are needed.
 */
class InterAlgorithmTest {
  private static final int LARGEST = 9;
  private static final int COUNT = 5;

  /** Groups of two sizes. */
  @FunctionalInterface
  private interface Sizes {
    void check(int first, int second);
  }

  private static void forAllSizes(Sizes sizes) {
    for (int first = 1; first <= LARGEST; first++) {
      for (int second = 1; second <= LARGEST; second++) {
        sizes.check(first, second);
      }
    }
  }

  private static ScheduleSimulation simulate(Collective collective, int first, int all, int root) {
    InterAlgorithm algorithm = new InterAlgorithm(collective, first);
    return new ScheduleSimulation(
        all,
        rank -> {
          boolean beside = rank != root && rank < first == root < first;
          return algorithm.schedule(
              rank, all, collective.hasRoot() && beside ? InterAlgorithm.ROOT_BESIDE : root);
        },
        31L * first + all);
  }

  private static long[] data(int rank, int length) {
    return LongStream.range(0, length)
        .map(i -> (long) (3 + 2 * rank) << 32 | rank * 100L + i)
        .toArray();
  }

  private static long[] combined(int from, int to, int length) {
    Reduction op = Simulations.COMPOSE;
    long[] result = data(from, length);
    for (int rank = from + 1; rank < to; rank++) {
      op.combine(result, 0, data(rank, length), 0, result, 0, length);
    }
    return result;
  }

  private static void bind(
      ScheduleSimulation simulation, int rank, int count, long[] input, long[] output) {
    var bindings = simulation.bindings(rank);
    bindings.shape(ElementType.LONG, count, Simulations.COMPOSE);
    bindings.input(input, 0);
    bindings.output(output, 0);
    bindings.scratch(new long[(int) bindings.scratchElements()]);
  }

  @Test
  void aBroadcastReachesTheOtherGroupFromEveryRoot() {
    forAllSizes(
        (first, second) -> {
          int all = first + second;
          for (int root = 0; root < all; root++) {
            ScheduleSimulation simulation = simulate(Collective.BROADCAST, first, all, root);
            long[][] data = new long[all][];
            for (int rank = 0; rank < all; rank++) {
              data[rank] = rank == root ? data(root, COUNT) : new long[COUNT];
              bind(simulation, rank, COUNT, data[rank], data[rank]);
            }
            simulation.run();
            for (int rank = 0; rank < all; rank++) {
              boolean beside = rank != root && rank < first == root < first;
              assertThat(data[rank]).isEqualTo(beside ? new long[COUNT] : data(root, COUNT));
            }
            assertThat(simulation.messages()).hasSize(root < first ? second : first);
          }
        });
  }

  @Test
  void aReduceKeepsTheOrderOfTheOtherGroup() {
    forAllSizes(
        (first, second) -> {
          int all = first + second;
          for (int root = 0; root < all; root++) {
            ScheduleSimulation simulation = simulate(Collective.REDUCE, first, all, root);
            long[] result = new long[COUNT];
            for (int rank = 0; rank < all; rank++) {
              long[] output = rank == root ? result : new long[0];
              bind(simulation, rank, COUNT, data(rank, COUNT), output);
            }
            simulation.run();
            int from = root < first ? first : 0;
            int others = root < first ? second : first;
            assertThat(result).isEqualTo(combined(from, from + others, COUNT));
            assertThat(simulation.messages()).hasSize(others);
          }
        });
  }

  @Test
  void anAllReduceGivesEachGroupWhatTheOtherHas() {
    forAllSizes(
        (first, second) -> {
          int all = first + second;
          ScheduleSimulation simulation = simulate(Collective.ALL_REDUCE, first, all, 0);
          long[][] results = new long[all][COUNT];
          for (int rank = 0; rank < all; rank++) {
            bind(simulation, rank, COUNT, data(rank, COUNT), results[rank]);
          }
          simulation.run();
          for (int rank = 0; rank < all; rank++) {
            long[] expected =
                rank < first ? combined(first, all, COUNT) : combined(0, first, COUNT);
            assertThat(results[rank]).isEqualTo(expected);
          }
          assertThat(simulation.messages()).hasSize(2 * (first - 1) + 2 * (second - 1) + 2);
        });
  }

  @Test
  void aReduceScatterDealsOutWhatTheOtherGroupHas() {
    forAllSizes(
        (first, second) -> {
          int all = first + second;
          int total = 3 * first * second + 7;
          ScheduleSimulation simulation = simulate(Collective.REDUCE_SCATTER, first, all, 0);
          long[][] results = new long[all][];
          int[] starts = new int[all];
          for (int rank = 0; rank < all; rank++) {
            int from = rank < first ? 0 : first;
            int size = rank < first ? first : second;
            // Blocks as even as possible, the rest in the last.
            BlockTable table = new BlockTable().reset(size);
            for (int block = 0; block < size; block++) {
              int each = total / size;
              int length = block == size - 1 ? total - each * block : each;
              table.set(block, length, (long) each * block);
            }
            int own = rank - from;
            starts[rank] = (int) table.place(own);
            results[rank] = new long[(int) table.length(own)];
            var bindings = simulation.bindings(rank);
            bindings.shape(ElementType.LONG, table.length(own), Simulations.COMPOSE);
            bindings.packed(table, table.length(own));
            bindings.input(data(rank, total), 0);
            bindings.output(results[rank], 0);
            bindings.scratch(new long[(int) bindings.scratchElements()]);
          }
          simulation.run();
          for (int rank = 0; rank < all; rank++) {
            long[] whole = rank < first ? combined(first, all, total) : combined(0, first, total);
            int at = starts[rank];
            assertThat(results[rank])
                .isEqualTo(Arrays.copyOfRange(whole, at, at + results[rank].length));
          }
        });
  }

  @Test
  void blocksGoFromEachRankToEachOfTheOtherGroup() {
    forAllSizes(
        (first, second) -> {
          int all = first + second;
          ScheduleSimulation simulation = simulate(Collective.ALL_TO_ALL, first, all, 0);
          long[][] results = new long[all][];
          for (int rank = 0; rank < all; rank++) {
            int others = rank < first ? second : first;
            results[rank] = new long[others * COUNT];
            bind(simulation, rank, COUNT, data(rank, others * COUNT), results[rank]);
          }
          simulation.run();
          for (int rank = 0; rank < all; rank++) {
            int from = rank < first ? first : 0;
            int others = rank < first ? second : first;
            int own = rank < first ? rank : rank - first;
            long[] expected =
                IntStream.range(0, others)
                    .boxed()
                    .flatMapToLong(
                        r -> LongStream.of(data(from + r, 99)).skip(own * COUNT).limit(COUNT))
                    .toArray();
            assertThat(results[rank]).isEqualTo(expected);
          }
          assertThat(simulation.messages()).hasSize(2 * first * second);
        });
  }

  @Test
  void neighborsInARingOfOneTwoOrMoreExchange() {
    for (int ranks = 1; ranks <= LARGEST; ranks++) {
      int n = ranks;
      ScheduleSimulation simulation =
          new ScheduleSimulation(
              n,
              rank -> {
                int[] around = {(rank + n - 1) % n, (rank + 1) % n};
                return new NeighborExchange(true, around, new int[] {1, 0}, around)
                    .schedule(rank, n, 0);
              },
              n);
      long[][] results = new long[n][2 * COUNT];
      for (int rank = 0; rank < n; rank++) {
        bind(simulation, rank, COUNT, data(rank, 2 * COUNT), results[rank]);
      }
      simulation.run();
      for (int rank = 0; rank < n; rank++) {
        long[] below = data((rank + n - 1) % n, 2 * COUNT);
        long[] above = data((rank + 1) % n, 2 * COUNT);
        for (int i = 0; i < COUNT; i++) {
          assertThat(results[rank][i]).as("from below").isEqualTo(below[COUNT + i]);
          assertThat(results[rank][COUNT + i]).as("from above").isEqualTo(above[i]);
        }
      }
    }
  }
}
