package org.ronsel;

import java.util.BitSet;

/**
 * The context ids that one rank has in use, or has promised to a communicator that is being made.
 * An id is never used twice, so that a late message of a closed communicator can never reach
 * another. Any thread.
 *
 * <p>Several communicators may be made at the same time by different threads, in different orders
 * on different ranks. So an id is agreed upon in two steps: all ranks propose one, the largest
 * proposal is taken to every rank, and it is valid only if every rank could reserve it.
 */
final class ContextIds {
  /** The world's id, and that of the rank's own communicator. */
  static final int WORLD = 0;

  static final int SELF = 1;

  /** Twice an id, plus one, must fit into 32 bits. */
  private static final int LARGEST = (1 << 30) - 1;

  private final BitSet used = new BitSet();

  ContextIds() {
    used.set(WORLD);
    used.set(SELF);
  }

  /**
   * An id to propose.
   *
   * @param spread different for different attempts, so that two communicators which were given the
   *     same id do not meet again
   */
  synchronized int propose(int spread) {
    long id = (long) used.length() + spread;
    if (id > LARGEST) {
      throw new RonselException(
          ErrorClass.INTERN, "all " + LARGEST + " context ids of this job have been used");
    }
    return (int) id;
  }

  /** Reserves an id; false if it is in use or reserved. */
  synchronized boolean reserve(int id) {
    if (used.get(id)) {
      return false;
    }
    used.set(id);
    return true;
  }
}
