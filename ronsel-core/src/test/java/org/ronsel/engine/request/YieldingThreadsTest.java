package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class YieldingThreadsTest {
  @Test
  void oneMoreThanThereAreCoresIsRefusedUntilAnotherLeaves() {
    int cores = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < cores; i++) {
      assertThat(YieldingThreads.enter()).isTrue();
    }
    assertThat(YieldingThreads.enter()).isFalse();
    YieldingThreads.leave();
    assertThat(YieldingThreads.enter()).isTrue();
    for (int i = 0; i < cores; i++) {
      YieldingThreads.leave();
    }
  }

  /** More threads than cores try again and again: some always may, and never more than cores. */
  @Test
  void noMoreThreadsYieldThanThereAreCores() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
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
                        Thread.yield();
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most.get()).isBetween(1, cores);
  }
}
