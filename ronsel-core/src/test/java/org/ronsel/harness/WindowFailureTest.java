package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.JobAbortedException;
import org.ronsel.LocalRanks;
import org.ronsel.LockType;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.RonselException;
import org.ronsel.Window;
import org.ronsel.transport.HostileNetwork.Manners;

/** Windows of a job that has failed. */
class WindowFailureTest {
  /** Otherwise the end of a try statement would hide why its body has failed. */
  @Test
  void closingAWindowWhoseLocksCannotBeGivenBackDoesNotThrow() {
    List<Window> windows = new CopyOnWriteArrayList<>();
    HostileRanks ranks = new HostileRanks(2, Manners.SMALL_RECORDS, ThreadRanks.options(2), 1);
    Ranks.runPart(
        ranks,
        world -> {
          Window window = Window.allocate(world, Datatype.INT, 1);
          window.lock(LockType.EXCLUSIVE, 1 - world.rank());
          windows.add(window);
          world.barrier();
        });
    ranks.fail(new JobAbortedException("the test has aborted the job"));
    for (Window window : windows) {
      assertThatCode(window::close).doesNotThrowAnyException();
    }
  }

  /** The others have freed it by then, and will not meet once more. */
  @Test
  void aFreeThatIsInterruptedHasFreedTheWindow() {
    try (HostRanks group = HostRanks.processes(3)) {
      Ranks.run(
          group,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
            }
            RonselException failure = window.untyped().free();
            var _ = Thread.interrupted();
            if (world.rank() != 0) {
              assertThat(failure).isNull();
            }
            assertThatThrownBy(window::fence).isInstanceOf(ClosedException.class);
            world.barrier();
          });
    }
  }

  @Test
  void aLockIsWaitedForThoughARankHasFailedThatDoesNotHoldIt() {
    CountDownLatch gone = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.processes(4)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            switch (world.rank()) {
              case 1 -> {
                window.lock(LockType.EXCLUSIVE, 0);
                world.barrier();
                gone.await();
                ranks.awaitWaitOf(2);
                window.unlock(0);
                world.receive(new byte[1], 2, 1);
              }
              case 2 -> {
                world.barrier();
                gone.await();
                window.lock(LockType.EXCLUSIVE, 0);
                window.unlock(0);
                world.send(new byte[1], 1, 1);
              }
              case 3 -> {
                world.barrier();
                ranks.failJvm(3);
                gone.countDown();
              }
              default -> world.barrier();
            }
          });
    }
  }

  @Test
  void aLockOfARankThatHasFailedIsNotWaitedFor() {
    CountDownLatch gone = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            if (world.rank() == 2) {
              window.lock(LockType.EXCLUSIVE, 0);
              world.barrier();
              ranks.failJvm(2);
              gone.countDown();
              return;
            }
            world.barrier();
            if (world.rank() == 1) {
              gone.await();
            }
            assertThatThrownBy(() -> window.lock(LockType.EXCLUSIVE, 0))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("rank 2 has failed");
          });
    }
  }

  /** However a program waits for what it has asked of a rank that has failed. */
  @Test
  void everyRequestToARankThatHasFailedFails() {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.onTwoHosts(2)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.LONG, 100);
            if (world.rank() == 0) {
              window.lock(LockType.SHARED, 1);
            }
            world.barrier();
            if (world.rank() == 1) {
              left.countDown();
              asked.await(); // makes no progress
              ranks.failJvm(1);
              over.await();
              return;
            }
            left.await(); // the last step of the barrier may take in requests
            Request[] requests = new Request[6];
            for (int i = 0; i < requests.length; i++) {
              requests[i] = window.rGet(new long[100], 0, 100, 1, 0);
            }
            Request released = window.rGet(new long[100], 0, 100, 1, 0);
            window.put(new long[100], 1, 0);
            RequestSet set = new RequestSet();
            set.add(requests[4]);
            List<ThrowingCallable> waits =
                List.of(
                    () -> LocalRanks.awaitCondition(requests[0]::test),
                    requests[1]::await,
                    () -> requests[2].await(Duration.ofMinutes(1)),
                    () -> requests[Request.awaitAny(null, null, null, requests[3])].await(),
                    () -> set.awaitAny().await(),
                    () -> Request.awaitAll(requests[5]),
                    () -> window.flush(1));
            asked.countDown();
            try {
              for (ThrowingCallable wait : waits) {
                assertThatThrownBy(wait)
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining("rank 1");
              }
            } finally {
              released.release();
              over.countDown();
            }
          });
    }
  }

  /** Rank 1 fails between its post and the end of the epoch, with and without operations on it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void completeTellsTheTargetsThatAreThere(boolean operates) {
    CountDownLatch gone = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            if (world.rank() == 0) {
              window.start(world.group().include(1, 2));
              if (operates) {
                window.put(new int[1], 1, 0);
              }
              world.send(new byte[1], 1, 1);
              gone.await();
              window.put(new int[] {5}, 2, 0);
              assertThatThrownBy(window::complete).isInstanceOf(ProcessFailedException.class);
              window.lock(LockType.SHARED, 0); // in no epoch
            } else {
              window.post(world.group().include(0));
              if (world.rank() == 1) {
                world.receive(new byte[1], 0, 1);
                ranks.failJvm(1);
                gone.countDown();
              } else {
                window.await();
                assertThat(window.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(5);
              }
            }
          });
    }
  }

  @Test
  void aFailureOfAnOriginEndsTheEpoch() {
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            if (world.rank() == 0) {
              window.post(world.group().include(1, 2));
              assertThatThrownBy(window::await).isInstanceOf(ProcessFailedException.class);
              window.post(world.group().include(2));
              window.await();
            } else if (world.rank() == 1) {
              window.start(world.group().include(0));
              ranks.failJvm(1);
            } else {
              for (int i = 0; i < 2; i++) {
                window.start(world.group().include(0));
                window.complete();
              }
            }
          });
    }
  }

  @Test
  void aTestOfAnEpochThrowsTheFailureOfAnOrigin() {
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            if (world.rank() == 0) {
              window.post(world.group().include(1));
              assertThatThrownBy(() -> LocalRanks.awaitCondition(window::test))
                  .isInstanceOf(ProcessFailedException.class);
              window.post(Group.EMPTY);
              window.await();
            } else {
              window.start(world.group().include(0));
              ranks.failJvm(1);
            }
          });
    }
  }

  @Test
  void postTellsTheOriginsThatAreThere() {
    CountDownLatch gone = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.INT, 1);
            world.barrier();
            if (world.rank() == 1) {
              ranks.failJvm(1);
              gone.countDown();
              return;
            }
            gone.await();
            if (world.rank() == 0) {
              Group both = world.group().include(1, 2);
              assertThatThrownBy(() -> window.post(both))
                  .isInstanceOf(ProcessFailedException.class);
              window.await();
              window.post(world.group().include(2));
              window.await();
            } else {
              for (int i = 0; i < 2; i++) {
                window.start(world.group().include(0));
                window.complete();
              }
            }
          });
    }
  }

  @Test
  void aWindowThatCannotBeMadeKeepsNoMemory() {
    Ranks.run(
        1,
        world -> {
          Comm closed = world.dup();
          closed.close();
          WeakReference<long[]> memory = refused(closed);
          LocalRanks.awaitCondition(
              () -> {
                System.gc();
                return memory.get() == null;
              });
        });
  }

  private static WeakReference<long[]> refused(Comm closed) {
    long[] memory = new long[10];
    assertThatThrownBy(() -> Window.create(closed, MemorySegment.ofArray(memory), 8, new Info()))
        .isInstanceOf(ClosedException.class);
    return new WeakReference<>(memory);
  }
}
