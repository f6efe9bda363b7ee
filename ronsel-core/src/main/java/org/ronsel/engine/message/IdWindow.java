package org.ronsel.engine.message;

import java.util.BitSet;

/**
 * A set of context ids, which are given out in ascending order, roughly: of all that were added it
 * remembers at least those among the last {@link #WIDTH}, and it never has room for more than twice
 * as many. Not thread-safe.
 */
public final class IdWindow {
  /**
   * Only ids that ranks agree on at the same moment are close together and out of order, so this
   * bounds the communicators that threads of a rank make at the same time.
   */
  public static final int WIDTH = 1 << 16;

  private final BitSet ids = new BitSet();

  /** The id of bit 0. */
  private int base;

  /** Adds an id, unless it is forgotten already. */
  public void add(int id) {
    if (isForgotten(id)) {
      return;
    }
    if (id - base >= 2 * WIDTH) {
      int from = id - WIDTH;
      BitSet kept = ids.get(from - base, Math.max(from - base, ids.length()));
      ids.clear();
      ids.or(kept);
      base = from;
    }
    ids.set(id - base);
  }

  /** Takes an id out, unless it is forgotten. */
  public void remove(int id) {
    if (!isForgotten(id)) {
      ids.clear(id - base);
    }
  }

  /** Whether an id is in the set; of one that is forgotten, false. */
  public boolean contains(int id) {
    return !isForgotten(id) && ids.get(id - base);
  }

  /** Whether an id is so small that nothing is known of it. */
  public boolean isForgotten(int id) {
    return id < base;
  }

  /** The id behind the largest one. */
  public long end() {
    return (long) base + ids.length();
  }
}
