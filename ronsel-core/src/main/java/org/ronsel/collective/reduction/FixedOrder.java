package org.ronsel.collective.reduction;

/**
 * The one order in which reproducible reductions combine, which depends on nothing but the number
 * of ranks. It is that of a binomial tree from rank 0, which any number of ranks can follow in
 * {@code log2 p} rounds: ranks {@code 2 k n} to {@code 2 k n + n - 1} with the {@code n} behind
 * them, for {@code n} = 1, 2, 4 and so on. Scans combine from left to right instead.
 *
 * <p>A rank that has all operands follows the order with a stack of partial results, like a binary
 * counter: it pushes the operand of each rank, and then combines the two uppermost entries {@link
 * #merges} times, the upper one on the right.
 */
public final class FixedOrder {
  private FixedOrder() {}

  /**
   * The number of times the two uppermost entries are combined after the operand of a rank was
   * pushed.
   */
  public static int merges(int rank, int ranks) {
    int whole = Integer.numberOfTrailingZeros(rank + 1);
    return rank == ranks - 1 ? whole + Integer.bitCount(ranks) - 1 : whole;
  }

  /** The most entries that the stack has, the one on top that is not combined yet included. */
  public static int depth(int ranks) {
    return 33 - Integer.numberOfLeadingZeros(ranks);
  }

  /**
   * Whether recursive doubling, which folds the ranks beyond a power of two into the first ones in
   * pairs, has the same order: it pairs the first {@code 2 r} ranks, and that leaves all later
   * blocks where the tree has them only if {@code p} is of the form {@code 2^a - 2^b}.
   */
  public static boolean isThatOfFold(int ranks) {
    return Integer.bitCount(ranks + Integer.lowestOneBit(ranks)) == 1;
  }
}
