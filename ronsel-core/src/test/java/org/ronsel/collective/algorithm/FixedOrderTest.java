package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.ronsel.collective.reduction.ArrayReductions;
import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.data.ElementType;

/** Algorithms that say so combine in the one order of reproducible reductions, and no others. */
class FixedOrderTest {
  private static final int MOST_RANKS = 40;
  private static final int COUNT = 37;

  /** A hash of both operands: its result tells the order, and which brackets there were. */
  private static final Reduction HASH = ArrayReductions.ofLong(FixedOrderTest::hash, false);

  private static long hash(long left, long right) {
    return (left * 0x9E3779B97F4A7C15L ^ right) * 0xD1B54A32D192ED03L + 1;
  }

  static final List<ScheduledAlgorithm> COMBINING =
      Stream.of(Collective.values())
          .filter(Collective::combines)
          .filter(collective -> collective != Collective.REDUCE_SCATTER) // of the same class
          .flatMap(collective -> KnownAlgorithms.of(collective).stream())
          .filter(ScheduledAlgorithm.class::isInstance)
          .map(ScheduledAlgorithm.class::cast)
          .toList();

  private static long element(int rank, int i) {
    return rank * 1_000_003L + i;
  }

  /** The definition: ranks {@code from} on, in blocks of powers of two that begin at multiples. */
  private static long tree(int from, int to, int width, int i) {
    if (to - from == 1) {
      return element(from, i);
    }
    int half = width / 2;
    return from + half >= to
        ? tree(from, to, half, i)
        : hash(tree(from, from + half, half, i), tree(from + half, to, half, i));
  }

  private static long tree(int ranks, int i) {
    return tree(0, ranks, Integer.highestOneBit(ranks) * 2, i);
  }

  private static long fromLeft(int last, int i) {
    long result = element(0, i);
    for (int rank = 1; rank <= last; rank++) {
      result = hash(result, element(rank, i));
    }
    return result;
  }

  private static long[] expected(Collective collective, int rank, int ranks, int root) {
    return switch (collective) {
      case REDUCE -> rank == root ? row(i -> tree(ranks, (int) i)) : new long[COUNT];
      case ALL_REDUCE -> row(i -> tree(ranks, (int) i));
      case REDUCE_SCATTER_BLOCK -> row(i -> tree(ranks, rank * COUNT + (int) i));
      case SCAN -> row(i -> fromLeft(rank, (int) i));
      default -> rank == 0 ? new long[COUNT] : row(i -> fromLeft(rank - 1, (int) i));
    };
  }

  private static long[] row(java.util.function.LongUnaryOperator element) {
    return LongStream.range(0, COUNT).map(element).toArray();
  }

  private static boolean followsTheOrder(ScheduledAlgorithm algorithm, int ranks, int root) {
    Placement placement = Placement.together(ranks);
    ScheduleSimulation simulation =
        new ScheduleSimulation(ranks, rank -> algorithm.schedule(rank, placement, root), ranks);
    boolean scatters = algorithm.collective() == Collective.REDUCE_SCATTER_BLOCK;
    long[][] output = new long[ranks][COUNT];
    for (int rank = 0; rank < ranks; rank++) {
      int me = rank;
      long[] input =
          LongStream.range(0, scatters ? (long) COUNT * ranks : COUNT)
              .map(i -> element(me, (int) i))
              .toArray();
      var bindings = simulation.bindings(rank);
      bindings.shape(ElementType.LONG, COUNT, HASH);
      bindings.input(input, 0);
      bindings.output(output[rank], 0);
      bindings.scratch(new long[(int) bindings.scratchElements()]);
    }
    simulation.run();
    for (int rank = 0; rank < ranks; rank++) {
      if (!Arrays.equals(output[rank], expected(algorithm.collective(), rank, ranks, root))) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @FieldSource("COMBINING")
  void whoSaysSoCombinesInTheFixedOrder(ScheduledAlgorithm algorithm) {
    boolean some = algorithm.name().contains("+") || algorithm.name().contains("pipelined");
    for (int ranks = 1; ranks <= MOST_RANKS; ranks += some ? 6 : 1) {
      if (algorithm.keepsFixedOrder(ranks) && algorithm.supports(ranks)) {
        for (int root = 0; root < (algorithm.collective().hasRoot() ? ranks : 1); root++) {
          assertThat(followsTheOrder(algorithm, ranks, root))
              .as("%s on %d ranks, root %d", algorithm, ranks, root)
              .isTrue();
        }
      }
    }
  }

  /** So the test above can fail, and no number of ranks is left out for which it would hold. */
  @Test
  void recursiveDoublingSaysExactlyWhereItDoes() {
    RecursiveDoublingAllReduce doubling = new RecursiveDoublingAllReduce();
    for (int ranks = 1; ranks <= 70; ranks++) {
      assertThat(doubling.keepsFixedOrder(ranks))
          .as("%d ranks", ranks)
          .isEqualTo(followsTheOrder(doubling, ranks, 0));
    }
  }

  @Test
  void aStackOfPartialResultsIsTheTree() {
    for (int ranks = 1; ranks <= 100; ranks++) {
      long[] stack = new long[FixedOrder.depth(ranks)];
      int height = 0;
      for (int rank = 0; rank < ranks; rank++) {
        stack[height++] = element(rank, 0);
        for (int merges = FixedOrder.merges(rank, ranks); merges > 0; merges--) {
          height--;
          stack[height - 1] = hash(stack[height - 1], stack[height]);
        }
      }
      assertThat(height).isEqualTo(1);
      assertThat(stack[0]).as("%d ranks", ranks).isEqualTo(tree(ranks, 0));
    }
  }
}
