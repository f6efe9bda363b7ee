package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time in which a thread wants to run is told from time in which it sleeps, under any load. */
@Timeout(60)
class ThreadTimeTest {
  private static final long SPUN_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Of the clocks that are compared, the coarser one. */
  private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * An exception from the rule that tests wait for conditions: time itself is measured here. Under
   * load both clocks go on while the thread waits for a processor.
   */
  @Test
  void aThreadThatSpinsIsAwakeAllTheTime() {
    long start = System.nanoTime();
    long before = ThreadTime.awake();
    while (System.nanoTime() - start < SPUN_NS) {
      Thread.onSpinWait();
    }
    assertThat(ThreadTime.awake() - before)
        .isGreaterThan(System.getProperty("os.name").equals("Linux") ? SPUN_NS / 2 : 0);
  }

  /** It waits until this thread, which spins, has been awake for long enough. */
  @Test
  void aThreadThatWaitsIsNotAwakeMeanwhile() throws Exception {
    CountDownLatch awaited = new CountDownLatch(1);
    long[] awakeNs = new long[1];
    long[] elapsedNs = new long[1];
    Thread waiting =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  long before = ThreadTime.awake();
                  long start = System.nanoTime();
                  awaitQuietly(awaited);
                  awakeNs[0] = ThreadTime.awake() - before;
                  elapsedNs[0] = System.nanoTime() - start;
                });
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    long asleepSince = System.nanoTime();
    long before = ThreadTime.awake();
    while (ThreadTime.awake() - before < SPUN_NS) {
      Thread.onSpinWait();
    }
    long asleepNs = System.nanoTime() - asleepSince;
    awaited.countDown();
    waiting.join();
    // A bound that a load cannot break: both sides grow with it.
    assertThat(awakeNs[0]).isBetween(0L, elapsedNs[0] - asleepNs + TICK_NS);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void ofVirtualThreadsNothingIsKnown() throws Exception {
    long[] known = new long[2];
    Thread.ofVirtual()
        .start(
            () -> {
              known[0] = ThreadTime.awake();
              known[1] = ThreadTime.ran();
            })
        .join();
    assertThat(known).containsOnly(-1);
  }
}
