package org.ronsel.bench.limit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The second thread of a two-core limit: runs its side once per batch, when the first thread begins
 * it. Between batches it spins for a moment and is then parked, since other processes have their
 * turns.
 */
final class Partner implements AutoCloseable {
  private static final long IDLE = 0;
  private static final long END = -1;
  private static final int SPINS = 1000;

  private final PaddedCell order = new PaddedCell();
  private final CountDownLatch started = new CountDownLatch(1);
  private final FutureTask<@Nullable Void> thread;
  private volatile @Nullable Thread self;

  /** Starts the thread on the second core; {@code side} takes the number of iterations. */
  Partner(IntConsumer side) {
    thread =
        PinnedThreads.start(
            "limit-partner",
            1,
            () -> {
              self = Thread.currentThread();
              started.countDown();
              serve(side);
              return null;
            });
  }

  private void serve(IntConsumer side) {
    while (true) {
      long iterations;
      for (int spins = 0; (iterations = order.poll()) == IDLE; spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
        }
      }
      if (iterations == END) {
        return;
      }
      order.publish(IDLE);
      side.accept((int) iterations);
    }
  }

  /** Lets the second thread run its side; returns when it has begun. */
  void begin(int iterations) {
    tell(iterations);
    while (order.poll() != IDLE) {
      if (thread.isDone()) {
        throw new IllegalStateException("the second thread has ended", thread.exceptionNow());
      }
      Thread.onSpinWait();
    }
  }

  private void tell(long word) {
    try {
      started.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before the second thread had started", e);
    }
    order.publish(word);
    LockSupport.unpark(self);
  }

  /** Ends the thread, which must be between two batches. */
  @Override
  public void close() {
    tell(END);
  }
}
