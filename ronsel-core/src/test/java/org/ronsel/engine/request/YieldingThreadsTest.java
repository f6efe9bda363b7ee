package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class YieldingThreadsTest {
  /** More threads than cores try again and again: some always may, and never more than cores. */
  @Test
  void noMoreThreadsYieldThanThereAreCores() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < cores + 2; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int turns = 0; turns < 2_000; ) {
                      if (YieldingThreads.enter()) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.yield();
                        inside.decrementAndGet();
                        YieldingThreads.leave();
                        turns++;
                      } else {
                        refused.incrementAndGet();
                        Thread.yield();
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most.get()).isBetween(1, cores);
    assertThat(refused.get()).isPositive();
  }
}
