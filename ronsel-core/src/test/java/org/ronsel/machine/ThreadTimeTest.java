package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Time in which a thread wants to run is told from time in which it sleeps, under any load. */
class ThreadTimeTest {
  private static final long SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Of the clocks that are compared, the coarser one. */
  private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  @Test
  void aThreadThatSpinsIsAwakeAllTheTime() {
    long start = System.nanoTime();
    long before = ThreadTime.awake();
    while (System.nanoTime() - start < SLEEP_NS) {
      Thread.onSpinWait();
    }
    assertThat(ThreadTime.awake() - before)
        .isGreaterThan(System.getProperty("os.name").equals("Linux") ? SLEEP_NS / 2 : 0);
  }

  @Test
  void aThreadThatWaitsIsNotAwakeMeanwhile() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    long before = ThreadTime.awake();
    long start = System.nanoTime();
    assertThat(never.await(SLEEP_NS, TimeUnit.NANOSECONDS)).isFalse();
    long awake = ThreadTime.awake() - before;
    assertThat(awake).isLessThan(System.nanoTime() - start - SLEEP_NS + TICK_NS);
  }

  @Test
  void ofVirtualThreadsNothingIsKnown() throws Exception {
    long[] awake = new long[1];
    Thread.ofVirtual().start(() -> awake[0] = ThreadTime.awake()).join();
    assertThat(awake[0]).isEqualTo(-1);
  }
}
