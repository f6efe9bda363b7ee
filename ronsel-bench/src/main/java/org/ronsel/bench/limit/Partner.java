package org.ronsel.bench.limit;

import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The second thread of a two-core limit: runs its side once per batch, when the first thread says
 * so. It spins in between, so it exists only while a limit is measured.
 */
final class Partner implements AutoCloseable {
  private static final long IDLE = 0;
  private static final long END = -1;

  private final PaddedCell order = new PaddedCell();
  private final FutureTask<@Nullable Void> thread;

  /** Starts the thread on the second core; {@code side} takes the number of iterations. */
  Partner(IntConsumer side) {
    thread =
        PinnedThreads.start(
            "limit-partner",
            1,
            () -> {
              serve(side);
              return null;
            });
  }

  private void serve(IntConsumer side) {
    while (true) {
      long iterations;
      while ((iterations = order.poll()) == IDLE) {
        Thread.onSpinWait();
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
    order.publish(iterations);
    while (order.poll() != IDLE) {
      if (thread.isDone()) {
        throw new IllegalStateException("the second thread has ended", thread.exceptionNow());
      }
      Thread.onSpinWait();
    }
  }

  /** Ends the thread, which must be between two batches. */
  @Override
  public void close() {
    order.publish(END);
  }
}
