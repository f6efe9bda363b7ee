package org.ronsel.collective.algorithm;

import java.util.List;
import java.util.stream.IntStream;
import org.ronsel.collective.reduction.ArrayReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.combinations.Combinations;
import org.ronsel.data.ElementType;

/**
 * Algorithms in a simulated network without threads: on 1 to 33 ranks and some more, with all kinds
 * of roots, with lengths that do not divide, and in whatever order their steps happen.
 */
final class Simulations {
  private static final int MOST_RANKS = 33;
  private static final int[] COUNTS = {0, 1, 3, 16, 37};
  private static final long[] LENGTHS = {0, 32_768, 10_000, 98_304, 131_072, 3000, 16_384};

  private Simulations() {}

  /** All that can be selected. */
  static List<ScheduledAlgorithm> of(Collective collective) {
    return KnownAlgorithms.of(collective).stream()
        .filter(ScheduledAlgorithm.class::isInstance)
        .map(ScheduledAlgorithm.class::cast)
        .toList();
  }

  /**
   * Composition of the maps x -> a x + b modulo 2^32, a in the upper half: associative, but it
   * matters which comes first.
   */
  static final Reduction COMPOSE = ArrayReductions.ofLong(Simulations::compose, false);

  private static long compose(long first, long second) {
    long a = (first >>> 32) * (second >>> 32);
    long b = (second >>> 32) * first + second;
    return a << 32 | b & 0xffff_ffffL;
  }

  /** One that shows a wrong order where the algorithm keeps it. */
  static Reduction opFor(ScheduledAlgorithm algorithm, Placement placement) {
    return algorithm.keepsRankOrder(placement.grouping())
        ? COMPOSE
        : Predefined.SUM.of(ElementType.LONG);
  }

  static IntStream ranks() {
    return IntStream.rangeClosed(1, MOST_RANKS);
  }

  static int roundsUp(int ranks) {
    return 32 - Integer.numberOfLeadingZeros(ranks - 1);
  }

  private static long element(int rank, int i) {
    return (long) (3 + 2 * rank) << 32 | (rank * 1000L + i);
  }

  static long[] contribution(int rank, int count) {
    long[] elements = new long[count];
    for (int i = 0; i < count; i++) {
      elements[i] = element(rank, i);
    }
    return elements;
  }

  static long[] combined(int ranks, int count, Reduction op) {
    long[] result = contribution(0, count);
    for (int rank = 1; rank < ranks; rank++) {
      op.combine(result, 0, contribution(rank, count), 0, result, 0, count);
    }
    return result;
  }

  static ScheduleSimulation simulate(ScheduledAlgorithm algorithm, int ranks, int root, long seed) {
    return simulate(algorithm, Placement.together(ranks), root, seed);
  }

  static ScheduleSimulation simulate(
      ScheduledAlgorithm algorithm, Placement placement, int root, long seed) {
    // Of those that follow the length some number of parts, or of blocks in a message.
    ScheduledAlgorithm divided =
        algorithm.forBytes(LENGTHS[(int) Math.floorMod(seed, LENGTHS.length)]);
    return new ScheduleSimulation(
        placement.ranks(), rank -> divided.schedule(rank, placement, root), seed);
  }

  static void bind(
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

  static int messages(ScheduledAlgorithm algorithm, int ranks) {
    ScheduleSimulation simulation = simulate(algorithm, ranks, 0, 1);
    for (int rank = 0; rank < ranks; rank++) {
      bind(simulation, rank, 0, COMPOSE, new long[0], 0, new long[0]);
    }
    simulation.run();
    return simulation.messages().size();
  }

  static long[] gathered(int ranks, int count) {
    long[] all = new long[ranks * count];
    for (int rank = 0; rank < ranks; rank++) {
      System.arraycopy(contribution(rank, count), 0, all, rank * count, count);
    }
    return all;
  }

  /** Both ways with root 0, else one of them. */
  static boolean[] ways(int root) {
    return root == 0 ? new boolean[] {false, true} : new boolean[] {root % 2 == 0};
  }

  @FunctionalInterface
  interface Case {
    void check(Placement placement, int root, int count);
  }

  /**
   * Numbers of ranks with roots and one of the counts, and with root 0 every count; with {@link
   * Combinations#all} every number with every root. Composites of two trees, each of which has its
   * turn with every number of ranks in the composite with itself, and pipelines of many parts make
   * do with some numbers.
   */
  static void everyCase(ScheduledAlgorithm algorithm, Case check) {
    boolean hierarchical = algorithm.name().contains("hierarchical");
    boolean some =
        (algorithm.name().contains("+") && !hierarchical)
            || algorithm.name().endsWith("-64")
            || (algorithm.name().contains("pipelined")
                && (hierarchical
                    || algorithm.name().contains("-static")
                    || algorithm.name().contains("-dynamic")));
    IntStream.iterate(
            1, ranks -> ranks <= MOST_RANKS, ranks -> ranks + (!some || ranks < 6 ? 1 : 9))
        .filter(ranks -> Combinations.all() || some || isEdge(ranks))
        .parallel()
        .forEach(
            ranks -> {
              for (int turn = 0; turn < (hierarchical ? Placements.COUNT : COUNTS.length); turn++) {
                check(algorithm, check, ranks, 0, turn);
              }
              for (int root = 1; root < ranks && algorithm.collective().hasRoot(); root++) {
                if (Combinations.all() || isTelling(root, ranks)) {
                  check(algorithm, check, ranks, root, ranks + root);
                }
              }
            });
    for (int turn = 0; turn < (hierarchical ? Placements.COUNT : 1); turn++) {
      check(algorithm, check, 47, 0, turn);
      check(algorithm, check, 64, 0, turn + 3);
    }
  }

  /** Few ranks, and about the powers of two and hosts of 12, where shapes change. */
  private static boolean isEdge(int ranks) {
    return ranks <= 9
        || Integer.bitCount(ranks & ~1) == 1
        || Integer.bitCount(ranks + 1) == 1
        || ranks % 12 == 0;
  }

  /** Every root of few ranks; of more the first, the last, one in the middle and a power of two. */
  private static boolean isTelling(int root, int ranks) {
    return ranks <= 6
        || root == 1
        || root == ranks / 2
        || root == Integer.highestOneBit(ranks - 1)
        || root == ranks - 1;
  }

  /** With one of the counts, and in one of the placements if that makes a difference. */
  private static void check(
      ScheduledAlgorithm algorithm, Case check, int ranks, int root, int turn) {
    Placement placement = Placements.of(turn, ranks);
    if (algorithm.supports(ranks, placement.grouping())) {
      check.check(placement, root, COUNTS[(turn + ranks) % COUNTS.length]);
    }
  }
}
