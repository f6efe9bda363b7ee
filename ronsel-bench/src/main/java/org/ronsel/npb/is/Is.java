package org.ronsel.npb.is;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Timers;
import org.ronsel.npb.Verification;

/**
 * IS: ranks integer keys ten times, two of which change each time. Irregular access to memory, and
 * an exchange of all keys among all ranks.
 */
public final class Is implements NpbKernel {
  private static final int STEPS = 10;
  private static final int MOST_RANKS = 1024;
  private static final int MOST_RANKS_SAMPLE = 128;

  /** Fewest ranks for class D, so that an array can hold the keys of a rank. */
  private static final int LEAST_RANKS_D = 4;

  /**
   * The parameters of a class.
   *
   * @param log2Keys logarithm of the number of keys
   * @param log2Most logarithm of the bound of keys, which are less
   * @param log2Buckets number of leading bits by which keys are dealt to ranks
   * @param tests keys whose ranks the specification gives
   */
  record Size(int log2Keys, int log2Most, int log2Buckets, RankTests tests) {
    static Size of(ProblemClass size) {
      RankTests tests = RankTests.of(size);
      return switch (size) {
        case S -> new Size(16, 11, 9, tests);
        case W -> new Size(20, 16, 10, tests);
        case A -> new Size(23, 19, 10, tests);
        case B -> new Size(25, 21, 10, tests);
        case C -> new Size(27, 23, 10, tests);
        case D -> new Size(31, 27, 10, tests);
      };
    }

    long keys() {
      return 1L << log2Keys;
    }

    int most() {
      return 1 << log2Most;
    }

    int buckets() {
      return 1 << log2Buckets;
    }
  }

  /** For the registry. */
  public Is() {}

  @Override
  public String name() {
    return "is";
  }

  @Override
  public String title() {
    return "integer sort";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    return switch (size) {
      case S -> RankCounts.powersOfTwo(MOST_RANKS_SAMPLE);
      case D ->
          new RankCounts(
              "a power of two from " + LEAST_RANKS_D,
              MOST_RANKS,
              ranks -> ranks >= LEAST_RANKS_D && Integer.bitCount(ranks) == 1);
      default -> RankCounts.powersOfTwo(MOST_RANKS);
    };
  }

  @Override
  public long memoryBytes(ProblemClass problem, int ranks) {
    Size size = Size.of(problem);
    return Integer.BYTES * (4 * size.keys() + 2L * size.most());
  }

  @Override
  public Outcome run(Comm comm, ProblemClass problem) {
    Size size = Size.of(problem);
    Timers timers = new Timers(Timers.wanted(), KeyRanking.PARTS);
    KeyRanking ranking = new KeyRanking(comm, size, timers);
    ranking.rank(1);
    timers.clear();
    long right = 0;
    comm.barrier();
    long start = System.nanoTime();
    for (int step = 1; step <= STEPS; step++) {
      ranking.rank(step);
      right += ranking.rightRanks(step);
    }
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    Verification verification =
        new Verification()
            .check(
                "keys of right rank",
                comm.allReduce(right, Op.SUM),
                (double) STEPS * size.tests.count(),
                0)
            .check("keys out of order", comm.allReduce(ranking.outOfOrder(), Op.SUM), 0, 0);
    return new Outcome(seconds, (double) STEPS * size.keys(), verification, timers.slowest(comm));
  }
}
