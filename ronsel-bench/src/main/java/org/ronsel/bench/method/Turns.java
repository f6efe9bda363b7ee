package org.ronsel.bench.method;

/**
 * When a measuring process may use the processors: the processes of a comparison are all alive, and
 * all but one wait in the kernel. In its first turn a process warms up, in each of the others it
 * runs one batch, or warms up with the next size. Used by one thread, that of a rank.
 */
public interface Turns {
  /** What a turn is for. */
  enum Turn {
    /** The warm-up, if it is the first, or a batch. */
    BATCH,
    /** The warm-up with the next size. */
    NEXT,
    /** There is no other. */
    END
  }

  /**
   * Waits for the next turn. Ranks other than 0 always get {@link Turn#BATCH}, and are told what it
   * is for by rank 0.
   */
  Turn await();

  /** Ends the turn; called by rank 0, with a line for who gives the turns. */
  void answer(String line);
}
