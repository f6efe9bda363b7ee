package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.JobAbortedException;
import org.ronsel.Op;
import org.ronsel.RankFailedException;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.RankKind;

/** Jobs inside a JVM that is not Ronsel's own. */
@Timeout(120)
class EmbeddedJobTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyRankRunsTheBodyWithItsOwnCommunicator(int ranks) {
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    Ronsel.run(
        ranks,
        world -> {
          assertThat(world.size()).isEqualTo(ranks);
          assertThat(Ronsel.world()).isSameAs(world);
          seen.add(world.rank());
        });
    assertThat(seen).hasSize(ranks).allMatch(rank -> rank >= 0 && rank < ranks);
  }

  @ParameterizedTest
  @EnumSource(RankKind.class)
  void ranksOfEveryKindOfThreadExchangeMessages(RankKind kind) {
    AtomicReference<Boolean> virtual = new AtomicReference<>();
    RankThreads.run(
        3,
        EmbeddedOptions.of(kind),
        world -> {
          int[] token = {1};
          if (world.rank() > 0) {
            world.receive(token, world.rank() - 1, 0);
          } else {
            virtual.set(Thread.currentThread().isVirtual());
          }
          if (world.rank() < 2) {
            world.send(token, world.rank() + 1, 0);
          }
        });
    assertThat(virtual.get())
        .isEqualTo(kind.isVirtual(3, Runtime.getRuntime().availableProcessors()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyRankHasACommunicatorOfItsOwn(int ranks) {
    Ronsel.run(
        ranks,
        world -> {
          Comm self = Ronsel.self();
          assertThat(self).isSameAs(Ronsel.self());
          assertThat(self.size()).isEqualTo(1);
          assertThat(self.rank()).isZero();
          Request toMyself = self.iSend(new int[] {world.rank()}, 0, 1);
          int[] got = new int[1];
          assertThat(self.receive(got, Ronsel.ANY_SOURCE, 1).source()).isZero();
          toMyself.await();
          assertThat(got[0]).isEqualTo(world.rank());
          assertThat(self.allReduce(world.rank() + 5, Op.SUM)).isEqualTo(world.rank() + 5);
          assertThat(world.iProbe(Ronsel.ANY_SOURCE, 1)).as("contexts are apart").isNull();
          world.barrier();
        });
  }

  @Test
  void anAbortFailsAllRanksAndTheJvmGoesOn() {
    Set<Integer> ended = ConcurrentHashMap.newKeySet();
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    3,
                    world -> {
                      try {
                        if (world.rank() == 2) {
                          throw world.abort(7);
                        }
                        world.receive(new int[1], 2, 0);
                      } catch (JobAbortedException e) {
                        ended.add(world.rank());
                        throw e;
                      }
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("status 7");
    assertThat(ended).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void aFailureAbortsTheOthersAndIsThrownToTheHost() {
    ConcurrentHashMap<Integer, Throwable> seen = new ConcurrentHashMap<>();
    RankFailedException failure =
        catchThrowableOfType(
            RankFailedException.class,
            () ->
                Ronsel.run(
                    3,
                    world -> {
                      if (world.rank() == 1) {
                        throw new IOException("disk");
                      }
                      try {
                        world.receive(new int[1], 1, 0);
                      } catch (JobAbortedException e) {
                        seen.put(world.rank(), e);
                        throw e;
                      }
                    }));
    assertThat(failure).hasMessageContaining("rank 1 of 3").hasMessageContaining("disk");
    assertThat(failure.rank()).isEqualTo(1);
    assertThat(failure).hasCauseInstanceOf(IOException.class).hasNoSuppressedExceptions();
    assertThat(seen).containsOnlyKeys(0, 2);
  }

  @Test
  void ranksThatFailOnTheirOwnAccountAreAllNamed() {
    CyclicBarrier together = new CyclicBarrier(3);
    RankFailedException failure =
        catchThrowableOfType(
            RankFailedException.class,
            () ->
                Ronsel.run(
                    3,
                    world -> {
                      together.await();
                      throw new AssertionError("of rank " + world.rank());
                    }));
    assertThat(failure.getSuppressed()).hasSize(2);
    assertThat(failure.getSuppressed())
        .allSatisfy(each -> assertThat(each).isInstanceOf(RankFailedException.class));
  }

  @Test
  void aRankThatWaitsElsewhereIsInterruptedWhenAnotherFails() {
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    2,
                    world -> {
                      if (world.rank() == 0) {
                        throw new IllegalStateException("first");
                      }
                      never.await();
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 0 of 2")
        .hasNoSuppressedExceptions();
  }

  @Test
  void interruptingTheHostAbortsTheJob() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch running = new CountDownLatch(2);
    Thread host =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Ronsel.run(
                        2,
                        world -> {
                          running.countDown();
                          world.receive(new int[1], 1 - world.rank(), 0);
                        });
                  } catch (Throwable e) {
                    thrown.set(e);
                  }
                });
    running.await();
    host.interrupt();
    host.join();
    assertThat(thrown.get()).isInstanceOf(WaitInterruptedException.class);
  }

  @Test
  void ajobWithoutRanksIsRejected() {
    assertThatThrownBy(() -> Ronsel.run(0, world -> {}))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("at least 1 rank, not 0");
  }

  @Test
  void jobsNest() {
    Ronsel.run(
        2,
        outer ->
            Ronsel.run(
                3,
                inner -> {
                  assertThat(Ronsel.world().size()).isEqualTo(3);
                  assertThat(outer.size()).isEqualTo(2);
                }));
  }

  @Test
  void aThousandRunsLeaveNothingBehind() {
    MemoryPoolMXBean metaspace =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().equals("Metaspace"))
            .findFirst()
            .orElseThrow();
    runs(200);
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long least = Long.MAX_VALUE; // classes that are needed now and then are loaded at some time
    for (int round = 0; round < 3; round++) {
      long used = metaspace.getUsage().getUsed();
      runs(400);
      least = Math.min(least, metaspace.getUsage().getUsed() - used);
    }
    assertThat(least).isLessThan(200 * 1024);
    // The compiler's and other threads of the JVM itself come and go.
    assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - threads).isLessThan(8);
  }

  private static void runs(int count) {
    for (int i = 0; i < count; i++) {
      Ronsel.run(
          2,
          world -> {
            int[] token = {1};
            if (world.rank() == 0) {
              world.send(token, 1, 0);
            } else {
              world.receive(token, 0, 0);
            }
          });
    }
  }
}
