package org.ronsel.collective.reduction;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A pool of idle objects of one kind. Any thread. As long as no more than one is idle at a time no
 * lock is taken.
 */
public final class ObjectPool<T> {
  private final int most;

  /** The one that goes from hand to hand. Release and acquire by full exchanges. */
  private final AtomicReference<@Nullable T> first = new AtomicReference<>();

  /** Objects that came back while there was one already; under the lock of this queue. */
  private final ArrayDeque<T> others = new ArrayDeque<>();

  /**
   * Makes an empty pool.
   *
   * @param most that are kept; what comes back beyond is left to the collector
   */
  public ObjectPool(int most) {
    this.most = most;
  }

  /** Takes an object out of the pool; null if there is none. */
  public @Nullable T take() {
    T one = first.getAndSet(null);
    return one != null ? one : takeOther();
  }

  private @Nullable T takeOther() {
    synchronized (others) {
      return others.pollLast();
    }
  }

  /** Brings one back. */
  public void giveBack(T one) {
    if (!first.compareAndSet(null, one)) {
      synchronized (others) {
        if (others.size() < most - 1) {
          others.addLast(one);
        }
      }
    }
  }
}
