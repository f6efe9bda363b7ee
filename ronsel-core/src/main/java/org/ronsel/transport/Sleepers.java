package org.ronsel.transport;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.HostMemory.Sleeper;

/**
 * The threads of a rank that are parked until others have written to shared memory: one as a rule.
 * Any thread; to come and to go takes a lock and allocates nothing, to look takes none. All words
 * are volatile.
 */
public final class Sleepers {
  private volatile AtomicReferenceArray<@Nullable Sleeper> places = new AtomicReferenceArray<>(2);
  private volatile int count;

  /** Makes the place of a rank. */
  public Sleepers() {}

  /** Adds a sleeper that parks. */
  public synchronized void add(Sleeper sleeper) {
    AtomicReferenceArray<@Nullable Sleeper> all = places;
    int free = indexOf(null, all);
    if (free < 0) {
      free = all.length();
      AtomicReferenceArray<@Nullable Sleeper> more = new AtomicReferenceArray<>(2 * free);
      for (int i = 0; i < free; i++) {
        more.set(i, all.get(i));
      }
      places = more;
      all = more;
    }
    all.set(free, sleeper);
    count++;
  }

  /** Removes a sleeper that has stopped parking. */
  public synchronized void remove(Sleeper sleeper) {
    AtomicReferenceArray<@Nullable Sleeper> all = places;
    int place = indexOf(sleeper, all);
    if (place >= 0) {
      all.set(place, null);
      count--;
    }
  }

  private static int indexOf(
      @Nullable Sleeper wanted, AtomicReferenceArray<@Nullable Sleeper> all) {
    for (int i = 0; i < all.length(); i++) {
      if (all.get(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** Wakes the sleepers whose condition holds. One that comes meanwhile may be missed. */
  public void wakeReady() {
    if (count == 0) {
      return;
    }
    AtomicReferenceArray<@Nullable Sleeper> all = places;
    for (int i = 0; i < all.length(); i++) {
      Sleeper sleeper = all.get(i);
      if (sleeper != null && sleeper.isReady()) {
        sleeper.wake();
      }
    }
  }
}
