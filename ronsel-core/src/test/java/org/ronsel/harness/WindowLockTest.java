package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window;
import org.ronsel.requirements.Requires;

/** Locks of ranks that see the memory, and of ranks of other hosts. */
class WindowLockTest {
  /**
   * Rank 0 has a shared lock all the time, rank 1 waits for an exclusive one, and so rank 2 for a
   * shared one, until rank 1 gives up.
   */
  @ParameterizedTest
  @ValueSource(strings = {"one host", "three hosts"})
  void whoHasGivenUpAnExclusiveLockKeepsNobodyFromSharedOnes(String where) {
    Requires.sharedMemory();
    String[] hosts = where.equals("one host") ? new String[] {"a"} : new String[] {"a", "b", "c"};
    AtomicReference<Thread> rank1 = new AtomicReference<>();
    AtomicBoolean over = new AtomicBoolean();
    byte[] token = new byte[1];
    try (HostRanks ranks = new HostRanks(3, 3, hosts)) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.INT, 1)) {
              switch (world.rank()) {
                case 0 -> {
                  window.lock(LockType.SHARED, 0);
                  world.barrier();
                  world.receive(token, 2, 1);
                  window.unlock(0);
                }
                case 1 -> {
                  rank1.set(Thread.currentThread());
                  world.barrier();
                  assertThatThrownBy(() -> window.lock(LockType.EXCLUSIVE, 0))
                      .isInstanceOf(WaitInterruptedException.class);
                  over.set(true);
                }
                default -> {
                  world.barrier();
                  Thread teller =
                      Thread.ofPlatform().start(() -> interruptWhenBothWait(ranks, rank1.get()));
                  while (!over.get()) {
                    window.lock(LockType.SHARED, 0);
                    window.unlock(0);
                  }
                  window.lock(LockType.SHARED, 0);
                  window.unlock(0);
                  teller.join();
                  world.send(token, 0, 1);
                }
              }
              world.barrier();
            }
          });
    }
  }

  /** Its put is under way then, and for long: the target carries out nothing for a while. */
  @ParameterizedTest
  @ValueSource(strings = {"one host", "three hosts"})
  void whoClosesAWindowKeepsAnExclusiveLockUntilItsPutsAreCarriedOut(String where) {
    Requires.sharedMemory();
    String[] hosts = where.equals("one host") ? new String[] {"a"} : new String[] {"a", "b", "c"};
    int length = 1 << 20;
    CountDownLatch closed = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(3, 3, hosts)) {
      Ranks.run(
          ranks,
          world -> {
            int[] own = new int[world.rank() == 0 ? length : 0]; // others of the host do not see it
            Window window = Window.create(world, Datatype.INT, MemorySegment.ofArray(own));
            if (world.rank() == 1) {
              window.lock(LockType.EXCLUSIVE, 0);
            }
            world.barrier();
            switch (world.rank()) {
              case 0 -> {
                closed.await();
                ranks.awaitWaitOf(2);
              }
              case 1 -> {
                int[] sent = new int[length];
                sent[length - 1] = 1;
                window.put(sent, 0, 0);
                window.close();
                closed.countDown();
              }
              default -> {
                closed.await();
                int[] last = new int[1];
                window.lock(LockType.EXCLUSIVE, 0);
                window.get(last, 0, length - 1);
                window.unlock(0);
                assertThat(last[0]).isEqualTo(1);
              }
            }
            world.barrier();
            window.close();
          });
    }
  }

  private static void interruptWhenBothWait(HostRanks ranks, Thread waiter) {
    while (!ranks.job(2).waits().toString().contains("shared lock of rank 0")
        || !ranks.job(1).waits().toString().contains("exclusive lock of rank 0")) {
      Thread.yield();
    }
    waiter.interrupt();
  }
}
