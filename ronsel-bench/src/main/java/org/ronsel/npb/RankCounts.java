package org.ronsel.npb;

import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of ranks among which a problem can be divided.
 *
 * @param description such as "a power of two"
 * @param most the largest
 * @param test whether a number between 1 and {@code most} is one
 */
public record RankCounts(String description, int most, IntPredicate test) {
  private static final int EXAMPLES = 5;

  /** Every number up to {@code most}. */
  public static RankCounts any(int most) {
    return new RankCounts("any number", most, ranks -> true);
  }

  /** 1, 2, 4, 8 and so on. */
  public static RankCounts powersOfTwo(int most) {
    return new RankCounts("a power of two", most, ranks -> Integer.bitCount(ranks) == 1);
  }

  /** 1, 4, 9, 16 and so on. */
  public static RankCounts squares(int most) {
    return new RankCounts("a square", most, ranks -> root(ranks) * root(ranks) == ranks);
  }

  private static int root(int ranks) {
    return (int) Math.round(Math.sqrt(ranks));
  }

  /** Whether {@code ranks} ranks can share the problem. */
  public boolean allows(int ranks) {
    return ranks >= 1 && ranks <= most && test.test(ranks);
  }

  /** The allowed numbers, in words: "a power of two up to 64: 1, 2, 4, 8, 16, ...". */
  public String text() {
    String some =
        IntStream.rangeClosed(1, most)
            .filter(test)
            .limit(EXAMPLES + 1L)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    long all = IntStream.rangeClosed(1, most).filter(test).limit(EXAMPLES + 2L).count();
    return description + " up to " + most + ": " + some + (all > EXAMPLES + 1 ? ", ..." : "");
  }
}
