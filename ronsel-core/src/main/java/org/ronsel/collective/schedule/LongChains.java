package org.ronsel.collective.schedule;

import java.util.Arrays;

/** Lists of numbers by key, the newest first. */
final class LongChains {
  /** A head of a key that has no numbers any more; its place stays taken. */
  private static final int EMPTY = -1;

  private long[] keys = new long[64];

  /**
   * By place in {@code keys}: one more than the newest entry's number, EMPTY, or 0 for a free
   * place.
   */
  private int[] heads = new int[64];

  private int used;
  private int[] values = new int[64];
  private int[] next = new int[64];
  private int entries;

  /** The newest entry of a key, or -1. */
  int first(long key) {
    int at = place(key);
    return heads[at] == 0 ? -1 : entry(heads[at]);
  }

  /** The next older entry, or -1. */
  int next(int entry) {
    return next[entry];
  }

  /** The value of an entry. */
  int value(int entry) {
    return values[entry];
  }

  /** Puts a number in front of the others of its key. */
  void add(long key, int value) {
    put(key, value, first(key));
  }

  /** Forgets the numbers of a key, but for this one. */
  void set(long key, int value) {
    put(key, value, -1);
  }

  /** Forgets the numbers of a key. */
  void clear(long key) {
    int at = place(key);
    if (heads[at] != 0) {
      heads[at] = EMPTY;
    }
  }

  private static int entry(int head) {
    return head == EMPTY ? -1 : head - 1;
  }

  private void put(long key, int value, int older) {
    if (entries == values.length) {
      values = Arrays.copyOf(values, entries * 2);
      next = Arrays.copyOf(next, entries * 2);
    }
    values[entries] = value;
    next[entries] = older;
    int at = place(key);
    if (heads[at] == 0) {
      keys[at] = key;
      used++;
    }
    heads[at] = ++entries;
    if (used * 2 > keys.length) {
      grow();
    }
  }

  private int place(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    int mask = keys.length - 1;
    int at = (int) (hash >>> 32) & mask;
    while (heads[at] != 0 && keys[at] != key) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldHeads = heads;
    keys = new long[oldKeys.length * 2];
    heads = new int[oldHeads.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldHeads[i] != 0) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        heads[at] = oldHeads[i];
      }
    }
  }
}
