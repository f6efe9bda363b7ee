package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Window;

/**
 * With a progress thread, what a rank has started completes at its peers while it computes, that is
 * without another call.
 */
@Timeout(180)
class ProgressThreadTest {
  private static final String OPTION = "ronsel.progress.thread";
  private static final int RANKS = 4;
  private static final int LARGE = 1 << 20;
  private static final long PATIENCE_NS = 30_000_000_000L;
  private static final long LESS_THAN_A_SLEEP_NS = 4_000_000_000L;

  enum Placement {
    THREADS(ranks -> new HostRanks(ranks, 1)),
    THREADS_WITH_THREE_BESIDE(
        ranks -> {
          System.setProperty(OPTION, "3");
          return new HostRanks(ranks, 1);
        }),
    PROCESSES(HostRanks::processes),
    HYBRID(HostRanks::hybrid),
    HOSTS(HostRanks::onTwoHosts);

    final RankGroup.Placement start;

    Placement(RankGroup.Placement start) {
      this.start = start;
    }
  }

  @BeforeEach
  void askForIt() {
    System.setProperty(OPTION, "true");
  }

  @AfterEach
  void askNoMore() {
    System.clearProperty(OPTION);
  }

  /** Computes until something is true, and makes no call meanwhile. */
  private static void computeUntil(BooleanSupplier done, long patienceNs, String what) {
    long deadline = System.nanoTime() + patienceNs;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(what + " did not complete while its peer computed");
      }
      Thread.onSpinWait();
    }
  }

  /** One rank after the other starts the operation and computes until all others have it. */
  private static void othersComplete(
      Placement placement, String what, Function<Comm, Runnable> startAndCheck) {
    AtomicInteger[] complete = new AtomicInteger[RANKS];
    Arrays.setAll(complete, i -> new AtomicInteger());
    Ranks.run(
        placement.start,
        RANKS,
        world -> {
          for (int busy = 0; busy < RANKS; busy++) {
            AtomicInteger others = complete[busy];
            Runnable await = startAndCheck.apply(world);
            if (world.rank() == busy) {
              computeUntil(() -> others.get() == RANKS - 1, PATIENCE_NS, what);
              await.run();
            } else {
              await.run();
              others.incrementAndGet();
            }
            // Nobody may be in the next operation while somebody still watches this one.
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aBroadcastOfMuchIsPassedOn(Placement placement) {
    othersComplete(
        placement,
        "the broadcast",
        world -> {
          byte[] data = new byte[LARGE];
          if (world.rank() == 0) {
            Arrays.fill(data, (byte) 7);
          }
          Request request = world.iBroadcast(data, 0);
          return () -> {
            request.await();
            assertThat(data[0]).isEqualTo((byte) 7);
            assertThat(data[LARGE - 1]).isEqualTo((byte) 7);
          };
        });
  }

  @ParameterizedTest
  @EnumSource
  void anAllReduceIsCombinedAndPassedOn(Placement placement) {
    othersComplete(
        placement,
        "the allReduce",
        world -> {
          long[] mine = {world.rank(), 1};
          long[] sum = new long[2];
          Request request = world.iAllReduce(mine, sum, Op.SUM);
          return () -> {
            request.await();
            assertThat(sum).containsExactly(RANKS * (RANKS - 1) / 2, RANKS);
          };
        });
  }

  @ParameterizedTest
  @EnumSource
  void aBarrierThatARankHasEnteredLetsTheOthersGo(Placement placement) {
    othersComplete(
        placement,
        "the barrier",
        world -> {
          Request request = world.iBarrier();
          return request::await;
        });
  }

  @ParameterizedTest
  @EnumSource
  void rendezvousMessagesArriveAndLeave(Placement placement) {
    AtomicInteger complete = new AtomicInteger();
    Ranks.run(
        placement.start,
        2,
        world -> {
          byte[] out = new byte[LARGE];
          byte[] in = new byte[LARGE];
          Arrays.fill(out, (byte) (world.rank() + 1));
          int peer = 1 - world.rank();
          if (world.rank() == 0) {
            Request sending = world.iSend(out, peer, 1);
            Request receiving = world.iReceive(in, peer, 2);
            computeUntil(() -> complete.get() == 2, PATIENCE_NS, "a message");
            sending.await();
            receiving.await();
          } else {
            world.receive(in, peer, 1);
            complete.incrementAndGet();
            world.sendSynchronous(out, peer, 2);
            complete.incrementAndGet();
          }
          assertThat(in[LARGE / 2]).isEqualTo((byte) (peer + 1));
        });
  }

  /** Also on memory that nobody but its owner sees: operations go by records then. */
  @ParameterizedTest
  @EnumSource
  void operationsOnWindowsAreCarriedOut(Placement placement) {
    othersComplete(
        placement,
        "the accumulates",
        world -> {
          long[] array = new long[1];
          Window created = Window.create(world, Datatype.LONG, MemorySegment.ofArray(array));
          Window allocated = Window.allocate(world, Datatype.LONG, 1);
          assertThat(created.progressIsAsynchronous()).isTrue();
          assertThat(allocated.progressIsAsynchronous()).isTrue();
          world.barrier();
          return () -> {
            for (Window window : new Window[] {created, allocated}) {
              window.lockAll();
              for (int to = 0; to < RANKS; to++) {
                window.accumulate(new long[] {1}, to, 0, Op.SUM);
              }
              window.unlockAll();
              window.close();
            }
          };
        });
  }

  /** The peer begins when the progress thread has gone to sleep: its message must wake it. */
  @ParameterizedTest
  @EnumSource
  void aMessageThatComesLateIsTakenAtOnce(Placement placement) {
    CountDownLatch asleep = new CountDownLatch(1);
    AtomicInteger complete = new AtomicInteger();
    Ranks.run(
        placement.start,
        2,
        world -> {
          byte[] data = new byte[LARGE];
          if (world.rank() == 0) {
            Request receiving = world.iReceive(data, 1, 1);
            computeUntil(ProgressThreadTest::allSleep, PATIENCE_NS, "the way to sleep");
            asleep.countDown();
            computeUntil(() -> complete.get() == 1, LESS_THAN_A_SLEEP_NS, "a late message");
            receiving.await();
          } else {
            asleep.await();
            world.sendSynchronous(data, 0, 1);
            complete.incrementAndGet();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aProgressThreadWithNothingToDoSleeps(Placement placement) {
    try (RankGroup group = placement.start.start(RANKS)) {
      assertThat(group.worlds()).hasSize(RANKS);
      List<Thread> threads = progressThreads();
      assertThat(threads).isNotEmpty();
      computeUntil(ProgressThreadTest::allSleep, PATIENCE_NS, "the way to sleep");
      Asleep.assertAsleep(threads);
    }
    assertThat(progressThreads()).isEmpty();
  }

  @Test
  void noJvmHasMoreOfThemThanRanks() {
    System.setProperty(OPTION, "64");
    try (RankGroup group = new HostRanks(4, 2)) {
      assertThat(group.worlds()).hasSize(4);
      assertThat(progressThreads()).hasSize(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"65", "-1", "many", "1.5"})
  void aNumberThatCannotBeIsRefused(String number) {
    System.setProperty(OPTION, number);
    assertThatThrownBy(() -> new HostRanks(2, 1).close())
        .hasStackTraceContaining(OPTION + " has to be true, false or a number of threads up to 64")
        .hasStackTraceContaining('"' + number + '"');
  }

  /**
   * Whether all progress threads are in their last and longest sleep, which alone has a blocker.
   */
  private static boolean allSleep() {
    return progressThreads().stream().allMatch(thread -> LockSupport.getBlocker(thread) != null);
  }

  private static List<Thread> progressThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("ronsel-progress"))
        .toList();
  }
}
