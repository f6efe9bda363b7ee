package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.DeadlockException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.request.Operation;
import org.ronsel.harness.Ranks;

/** A blocking send of a rank to itself fails only when no other thread can receive it. */
class SelfDeadlockTest {
  @Test
  void aThreadMayMakeItsFirstCallAsLateAsItLikes() {
    Ranks.run(
        1,
        world -> {
          CountDownLatch looked = new CountDownLatch(1);
          engineOf(world)
              .inJob(
                  1,
                  () -> {
                    looked.countDown();
                    return true;
                  });
          int[] in = new int[1];
          Thread receiver =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        awaitQuietly(looked);
                        world.receive(in, 0, 2);
                      });
          world.sendSynchronous(new int[] {7}, 0, 2);
          receiver.join();
          assertThat(in[0]).isEqualTo(7);
        });
  }

  @Test
  void theEndOfTheOtherThreadsIsNoticed() {
    Ranks.run(
        1,
        world -> {
          AtomicInteger looks = new AtomicInteger();
          engineOf(world).inJob(1, () -> looks.incrementAndGet() == 1);
          assertThatThrownBy(() -> world.sendSynchronous(new int[1], 0, 2))
              .isInstanceOf(DeadlockException.class)
              .hasMessageContaining("to itself, tag 2, can never complete");
          assertThat(looks.get()).isEqualTo(2);
          assertThat(world.iProbe(0, 2)).as("a message that was taken back").isNull();
        });
  }

  @Test
  void anInterruptedSendIsTakenBackWhenTheOtherThreadsHaveEnded() {
    Ranks.run(
        1,
        world -> {
          AtomicInteger looks = new AtomicInteger();
          engineOf(world).inJob(1, () -> looks.incrementAndGet() < 3);
          Thread.currentThread().interrupt();
          assertThatThrownBy(() -> world.sendSynchronous(new int[1], 0, 2))
              .isInstanceOf(WaitInterruptedException.class);
          assertThat(looks.get()).isEqualTo(3);
          assertThat(world.iProbe(0, 2)).as("a message that was taken back").isNull();
        });
  }

  private static Engine engineOf(Comm world) {
    Operation receive = (Operation) world.iReceive(new int[1], 0, 1);
    receive.cancel();
    return (Engine) receive.engine;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
