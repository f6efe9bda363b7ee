package org.ronsel.bench.method;

/**
 * When a measuring process may use the processors: the processes of a comparison are all alive, and
 * all but one wait in the kernel. In its first turn a process warms up, in each of the others it
 * runs one batch. Used by one thread, that of a rank.
 */
public interface Turns {
  /**
   * Waits for the next turn.
   *
   * @return whether there is one; ranks other than 0 are always told so, and told the end by rank 0
   */
  boolean await();

  /** Ends the turn; called by rank 0, with a line for who gives the turns. */
  void answer(String line);
}
