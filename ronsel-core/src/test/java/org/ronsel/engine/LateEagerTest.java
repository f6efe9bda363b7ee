package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.engine.request.Operation;
import org.ronsel.harness.Ranks;

/** Sends that complete, by a copy of their buffer, while nobody receives. */
class LateEagerTest {
  private static final int BYTES = 16 << 10;

  /** Whether they meet is a matter of luck, for which they have two seconds. */
  @Test
  void aSendForWhichTwoThreadsWaitCompletesOnce() {
    Ranks.run(1, LateEagerTest::completeByTwoThreads);
  }

  private static void completeByTwoThreads(Comm world) {
    byte[] data = new byte[BYTES];
    Operation[] send = new Operation[1];
    AtomicInteger arrived = new AtomicInteger();
    Thread.ofPlatform().daemon().start(() -> completeAll(send, arrived));
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      for (int round = 0; System.nanoTime() < end; round++) {
        send[0] = (Operation) world.iSend(data, 0, 1);
        meet(arrived, 4 * round + 2);
        send[0].completeAlone(false);
        meet(arrived, 4 * round + 4);
        assertThat(send[0].isComplete()).isTrue();
        assertThat(((Engine) send[0].engine).outbound.outstanding()).isZero();
        world.receive(data, 0, 1);
      }
    } finally {
      send[0] = null;
      arrived.set(Integer.MAX_VALUE / 2);
    }
  }

  /** What the other thread does. */
  private static void completeAll(Operation[] send, AtomicInteger arrived) {
    for (int round = 0; ; round++) {
      meet(arrived, 4 * round + 2);
      Operation current = send[0];
      if (current == null) {
        return;
      }
      current.completeAlone(false);
      meet(arrived, 4 * round + 4);
    }
  }

  private static void meet(AtomicInteger arrived, int all) {
    arrived.incrementAndGet();
    for (int i = 0; arrived.get() < all; i++) {
      if (i < 1000) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }
}
