package org.ronsel.engine.transfer;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.SendOperation;

/**
 * Sends that a peer refers to by a number: index and generation, so that an old or invented number
 * finds nothing. 0 is never such a number. As large as the largest number of sends that have been
 * under way at one time. Guarded by the engine's lock.
 */
public final class SendTable {
  private @Nullable SendOperation[] sends = new SendOperation[8];
  private int[] generations = new int[8];
  private int[] free = new int[8];
  private int freeCount;
  private int used;

  public long add(SendOperation send) {
    int index;
    if (freeCount > 0) {
      index = free[--freeCount];
    } else {
      index = used;
      if (index == sends.length) {
        grow();
      }
      used++;
    }
    sends[index] = send;
    return (long) (generations[index] + 1) << 32 | index;
  }

  /** Replaces the arrays when all of them have been got. */
  private void grow() {
    int length = sends.length * 2;
    SendOperation[] moreSends = Arrays.copyOf(sends, length);
    int[] moreGenerations = Arrays.copyOf(generations, length);
    free = Arrays.copyOf(free, length);
    generations = moreGenerations;
    sends = moreSends;
  }

  public @Nullable SendOperation get(long cookie) {
    int index = (int) cookie;
    return index >= 0 && index < used && generations[index] + 1 == (int) (cookie >>> 32)
        ? sends[index]
        : null;
  }

  public void remove(long cookie) {
    int index = (int) cookie;
    if (get(cookie) != null) {
      sends[index] = null;
      // Never -1, which would make the number 0.
      generations[index] = generations[index] == -2 ? 0 : generations[index] + 1;
      free[freeCount++] = index;
    }
  }

  /** Some send to {@code endpoint}; null when there is none. */
  public @Nullable SendOperation anyTo(int endpoint) {
    for (int i = 0; i < used; i++) {
      SendOperation send = sends[i];
      if (send != null && send.awaitedPeer() == endpoint) {
        return send;
      }
    }
    return null;
  }
}
