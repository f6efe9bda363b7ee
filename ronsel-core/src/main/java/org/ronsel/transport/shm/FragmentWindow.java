package org.ronsel.transport.shm;

import java.util.Arrays;

/**
 * The fragments that carry the data from one rank to one peer, in the order in which they were
 * taken. They are used again in that order, and no more of them than keep both ends busy, so that
 * they stay in the caches while a long message goes through them. If the peer reads nothing for a
 * while, since it has no core, there is no limit but the pool's for some time: it then has more to
 * read when it gets one. Guarded by the engine's lock.
 */
final class FragmentWindow {
  /** The longest window. */
  private static final int MOST = 128;

  /** The shortest: one that is filled, one that is read, and two on their way. */
  private static final int LEAST = 4;

  private static final int NONE = -1;

  /** Longer than a peer that has a core needs for all fragments of a pool. */
  private static final long PATIENCE_NS = 1_000_000;

  /** How long there is no limit then: many time slices, of which each would begin with a wait. */
  private static final long OPEN_NS = 50_000_000;

  private final int[] taken = new int[MOST];
  private int latest;
  private boolean isOpen;
  private long openedNs;

  /** Since when no fragment has become free; 0 while one was. */
  private long refusedNs;

  FragmentWindow() {
    Arrays.fill(taken, NONE);
  }

  /** The fragment that was taken a window ago, which is the next one's turn; negative if none. */
  int next(long windowBytes, int fragmentBytes) {
    if (isOpen) {
      return NONE;
    }
    int length = Math.clamp(windowBytes / fragmentBytes, LEAST, MOST);
    return taken[latest - length + 1 & MOST - 1];
  }

  /** A fragment has been taken. */
  void took(int number) {
    latest = latest + 1 & MOST - 1;
    taken[latest] = number;
    refusedNs = 0;
    if (isOpen && latest == 0) {
      isOpen = System.nanoTime() - openedNs < OPEN_NS;
    }
  }

  /** The one whose turn it is has still to be read. */
  void refused() {
    long now = System.nanoTime();
    if (refusedNs == 0) {
      refusedNs = now;
    } else if (now - refusedNs > PATIENCE_NS) {
      isOpen = true;
      openedNs = now;
    }
  }
}
