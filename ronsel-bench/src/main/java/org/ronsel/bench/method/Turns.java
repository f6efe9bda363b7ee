package org.ronsel.bench.method;

/**
 * The turns in which a measuring process may use the processors: all processes of a comparison are
 * alive, and all but one wait in the kernel. In its first turn a process warms up, in each of the
 * others it runs one batch, or warms up with the next size. Used by one thread, that of a rank.
 */
public interface Turns {
  /** The purpose of a turn. */
  enum Turn {
    /** The warm-up, if it is the first, or a batch. */
    BATCH,
    /** The warm-up with the next size. */
    NEXT,
    /** No turn: the measurement is over. */
    END
  }

  /**
   * Waits for the next turn. Ranks other than 0 always get {@link Turn#BATCH}; rank 0 tells them
   * its purpose.
   */
  Turn await();

  /** Ends the turn; called by rank 0, with a line for the process that gives the turns. */
  void answer(String line);
}
