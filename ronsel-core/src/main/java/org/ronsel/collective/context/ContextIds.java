package org.ronsel.collective.context;

import java.util.BitSet;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.engine.ContextNames;

/**
 * The context ids that one rank has used, or has promised to a communicator that is being made. An
 * id is never used twice, so that a late message of a closed communicator can never reach another;
 * a rank that makes a thousand communicators a second has ids for twelve days. Any thread.
 *
 * <p>Needs no more memory for many ids than for few: ids far below the largest count as used.
 */
public final class ContextIds {
  /** The world's id, and that of the rank's own communicator. */
  public static final int WORLD = 0;

  /** The id of the communicator of one rank alone. */
  public static final int SELF = 1;

  /**
   * Ids that are remembered one by one. Only ids that ranks agree on at the same moment are close
   * together and out of order, so this bounds the communicators that threads of a rank make at the
   * same time.
   */
  static final int WINDOW = 1 << 16;

  private final int largest;
  private final BitSet used = new BitSet();

  /** What bit 0 stands for; all ids below are used. */
  private int base;

  /** Knows that the ids of the world and of the rank itself are used. */
  public ContextIds() {
    this(ContextNames.LARGEST_ID);
  }

  ContextIds(int largest) {
    this.largest = largest;
    used.set(WORLD);
    used.set(SELF);
  }

  /**
   * Reserves an id that is larger than all that were reserved before.
   *
   * @param spread how many to leave out; different for different attempts, so that two
   *     communicators which were given the same id do not meet again
   */
  public synchronized int propose(int spread) {
    long id = (long) base + used.length() + spread;
    if (id > largest) {
      throw new RonselException(
          ErrorClass.INTERN,
          "all "
              + largest
              + " context ids have been used: start the job again, or make fewer"
              + " communicators");
    }
    set((int) id);
    return (int) id;
  }

  /** Reserves an id; false if it is used or reserved. */
  public synchronized boolean reserve(int id) {
    if (id < base || used.get(id - base)) {
      return false;
    }
    set(id);
    return true;
  }

  /** Gives back an id that was reserved and that nobody else has learned to be valid. */
  public synchronized void release(int id) {
    if (id >= base) {
      used.clear(id - base);
    }
  }

  private void set(int id) {
    if (id - base >= 2 * WINDOW) {
      int from = id - WINDOW;
      BitSet kept = used.get(from - base, Math.max(from - base, used.length()));
      used.clear();
      used.or(kept);
      base = from;
    }
    used.set(id - base);
  }
}
