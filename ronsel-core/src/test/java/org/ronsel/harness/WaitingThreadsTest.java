package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.Status;

/** What other threads do while a thread waits. */
@Timeout(60)
class WaitingThreadsTest {
  @Test
  void aThreadThatWaitsForASetIsTakenByWhatIsAdded() {
    Ranks.run(1, WaitingThreadsTest::addWhileAThreadWaits);
  }

  private static void addWhileAThreadWaits(Comm world) throws Exception {
    Request never = world.iReceive(new int[1], 0, 1);
    RequestSet set = new RequestSet(never);
    CompletableFuture<Request> taken = new CompletableFuture<>();
    Thread taker = Thread.ofPlatform().daemon().start(() -> taken.complete(set.awaitAny()));
    BrokenOffCollectivesTest.awaitParked(taker);
    Request added = world.iReceive(new int[1], 0, 2);
    set.add(added);
    world.send(new int[1], 0, 2);
    assertThat(taken.get()).isSameAs(added);
    world.send(new int[1], 0, 1);
    never.await();
  }

  /**
   * The ranks of an inter-communicator are of two groups: the other one may have the same number.
   */
  @Test
  void aSendAndReceiveThatIsInterruptedWhenBothAreMadeReturns() {
    Ranks.run(2, WaitingThreadsTest::interruptASendAndReceive);
  }

  private static void interruptASendAndReceive(Comm world) throws Exception {
    Comm alone = world.split(world.rank(), 0);
    Comm inter = alone.createInter(0, world, 1 - world.rank(), 7);
    int[] data = new int[2_000_000];
    if (world.rank() == 0) {
      inter.probe(0, 2);
      Thread self = Thread.currentThread();
      Thread other =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    BrokenOffCollectivesTest.awaitParked(self);
                    self.interrupt();
                  });
      int[] in = new int[1];
      Status status = inter.sendReceive(data, 0, 1, in, 0, 2);
      assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
      assertThat(status.bytes()).isEqualTo(Integer.BYTES);
      assertThat(in).containsExactly(42);
      other.join();
      world.send(new int[1], 1, 3);
    } else {
      inter.send(new int[] {42}, 0, 2);
      world.receive(new int[1], 0, 3);
      inter.receive(data, 0, 1);
    }
  }
}
