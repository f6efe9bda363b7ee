package org.ronsel.collective.selection;

/**
 * Numbers from {@code least} to {@code most}, both included.
 *
 * @param most at least {@code least}
 */
public record Range(long least, long most) {
  /** All numbers. */
  public static final Range ANY = new Range(0, Long.MAX_VALUE);

  /** Stands for a number that equals the number of ranks. */
  public static final Range ALL_RANKS = new Range(-1, -1);

  /** Checks the order. */
  public Range {
    if (least > most || least < -1 || least == -1 && most != -1) {
      throw new IllegalArgumentException("no number is " + least + " to " + most);
    }
  }

  /** Whether it has a number. */
  boolean has(long number) {
    return least <= number && number <= most;
  }

  /** Whether it has a number of ranks, of so many as there are. */
  boolean has(long number, long ranks) {
    return least < 0 ? number == ranks : has(number); // ALL_RANKS
  }
}
