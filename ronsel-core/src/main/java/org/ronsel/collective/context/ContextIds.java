package org.ronsel.collective.context;

import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.IdWindow;

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

  private final int largest;

  /** Ids that are used or reserved; all that it has forgotten are used. */
  private final IdWindow used = new IdWindow();

  /** Knows that the ids of the world and of the rank itself are used. */
  public ContextIds() {
    this(Contexts.LARGEST_ID);
  }

  ContextIds(int largest) {
    this.largest = largest;
    used.add(WORLD);
    used.add(SELF);
  }

  /**
   * Reserves an id that is larger than all that were reserved before.
   *
   * @param spread how many to leave out; different for different attempts, so that two
   *     communicators which were given the same id do not meet again
   */
  public synchronized int propose(int spread) {
    long id = used.end() + spread;
    if (id > largest) {
      throw new RonselException(
          ErrorClass.INTERN,
          "all "
              + largest
              + " context ids have been used: start the job again, or make fewer"
              + " communicators");
    }
    used.add((int) id);
    return (int) id;
  }

  /** Reserves an id; false if it is used or reserved. */
  public synchronized boolean reserve(int id) {
    if (used.isForgotten(id) || used.contains(id)) {
      return false;
    }
    used.add(id);
    return true;
  }

  /** Gives back an id that was reserved and that no other rank has learned to be valid. */
  public synchronized void release(int id) {
    used.remove(id);
  }
}
