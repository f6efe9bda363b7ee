package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.runtime.LocalJob;

/** Wrong arguments, calls that do not fit together, aborts and interrupts: errors, never a hang. */
class CollectiveFaultTest {
  private static Thread.Builder threads(boolean virtual) {
    return virtual ? Thread.ofVirtual() : Thread.ofPlatform();
  }

  private static void refused(ErrorClass expected, String text, ThrowingCallable call) {
    RonselException error = catchThrowableOfType(RonselException.class, call);
    assertThat(error).isNotNull().hasMessageContaining(text);
    assertThat(error.errorClass()).isEqualTo(expected);
  }

  @Test
  void wrongArgumentsAreRefusedBeforeAnythingHappens() {
    LocalRanks.run(
        2,
        world -> {
          int[] ints = new int[4];
          double[] doubles = new double[4];
          refused(ErrorClass.ROOT, "root 2", () -> world.broadcast(ints, 2));
          refused(ErrorClass.ROOT, "root -1", () -> world.reduce(ints, ints, Op.SUM, -1));
          refused(ErrorClass.COUNT, "count -1", () -> world.broadcast(ints, 0, -1, 0));
          refused(ErrorClass.BUFFER, "offset 2", () -> world.broadcast(ints, 2, 3, 0));
          refused(ErrorClass.BUFFER, "offset 0", () -> world.allReduce(ints, new int[3], Op.SUM));
          refused(ErrorClass.BUFFER, "overlap", () -> world.allReduce(ints, 0, ints, 1, 3, Op.SUM));
          refused(ErrorClass.BUFFER, "offset 0", () -> world.allGather(ints, new int[7]));
          refused(
              ErrorClass.BUFFER,
              "the receive buffer is null",
              () -> world.gather(ints, null, world.rank()));
          refused(ErrorClass.OP, "BAND is not defined", () -> world.allReduce(doubles, Op.BAND));
          refused(ErrorClass.OP, "SUM is not defined", () -> world.allReduce(true, Op.SUM));
          refused(ErrorClass.OP, "LAND", () -> world.iAllReduce(doubles, Op.LAND));
          refused(
              ErrorClass.OP,
              "user operator",
              () -> world.allReduce(1L, Op.ofDouble(Double::sum, true)));
          world.barrier();
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(2);
        });
  }

  @Test
  void aClosedCommunicatorRefusesCollectives() {
    LocalRanks.run(
        2,
        world -> {
          Comm comm = world.dup();
          comm.close();
          assertThatThrownBy(comm::barrier).isInstanceOf(ClosedException.class);
          assertThatThrownBy(() -> comm.allReduce(1, Op.SUM)).isInstanceOf(ClosedException.class);
          world.barrier();
        });
  }

  @Test
  void whatRanksShareIsForgottenWhenAllHaveClosed() {
    LocalRanks.run(
        3,
        Thread.ofVirtual(),
        (job, world) -> {
          world.barrier();
          int before = job.shared().size();
          world.barrier();
          for (int i = 0; i < 10; i++) {
            try (Comm comm = world.dup()) {
              if (i % 2 == 0) {
                comm.barrier();
              }
            }
          }
          world.barrier();
          assertThat(job.shared().size()).isEqualTo(before);
          world.barrier();
        });
  }

  @Test
  void callsThatDisagreeFailOnAllRanks() {
    LocalRanks.run(
        4,
        world -> {
          boolean odd = world.rank() == 2;
          double[] data = new double[9000];
          refused(
              ErrorClass.ARGUMENT,
              "rank 2 calls broadcast",
              () -> {
                if (odd) {
                  world.broadcast(data, 0);
                } else {
                  world.barrier();
                }
              });
          refused(
              ErrorClass.ARGUMENT,
              "rank 2 calls allReduce of 5 DOUBLE",
              () -> world.allReduce(data, 0, data, 0, odd ? 5 : 9000, Op.SUM));
          refused(
              ErrorClass.ARGUMENT,
              "rank 2 calls allReduce of 5 DOUBLE, MAX",
              () -> world.allReduce(data, 0, data, 0, 5, odd ? Op.MAX : Op.MIN));
          refused(ErrorClass.ARGUMENT, "root 1", () -> world.broadcast(data, odd ? 1 : 0));
          // The communicator is as good as new.
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(4);
        });
  }

  @Test
  void aShorterContributionToANonblockingOperationIsAnError() {
    LocalRanks.run(
        2,
        world -> {
          int[] data = new int[10];
          Request started = world.iBroadcast(data, 0, world.rank() == 0 ? 9 : 10, 0);
          if (world.rank() == 0) {
            started.await();
          } else {
            refused(ErrorClass.TRUNCATE, "36 bytes where 40 were expected", started::await);
          }
          Request other = world.iBroadcast(data, 0, world.rank() == 0 ? 10 : 9, 0);
          if (world.rank() == 0) {
            other.await();
          } else {
            refused(ErrorClass.TRUNCATE, "more than the 36 bytes", other::await);
          }
          world.barrier();
        });
  }

  @Test
  void anOperatorThatThrowsFailsTheOperationOnAllRanks() {
    Op broken =
        Op.ofInt(
            (a, b) -> {
              throw new ArithmeticException("broken operator");
            },
            true);
    LocalRanks.run(
        4,
        world -> {
          for (int length : new int[] {2, 50_000}) {
            int[] data = new int[length];
            assertThatThrownBy(() -> world.allReduce(data, broken)).hasMessage("broken operator");
          }
          assertThatThrownBy(() -> world.allReduce(1, broken)).hasMessage("broken operator");
          world.barrier();
        });
  }

  /** The overflow is the operator's: the ranks' own calls are whole. */
  @Test
  void anOperatorThatRecursesTooDeepLeavesTheRanksUsable() {
    Op deep = Op.ofInt((a, b) -> recurse(a + b), true);
    LocalRanks.run(
        3,
        world -> {
          for (int length : new int[] {1, 2, 50_000}) {
            int[] data = new int[length];
            assertThatThrownBy(() -> world.allReduce(data, deep))
                .isInstanceOf(StackOverflowError.class);
            world.barrier();
          }
          assertThatThrownBy(() -> world.allReduce(1, deep)).isInstanceOf(StackOverflowError.class);
          world.barrier();
        });
  }

  private static int recurse(int number) {
    return number == Integer.MIN_VALUE ? 0 : recurse(number | 1) + 1;
  }

  /** Also where they work in each other's arrays, and one finds it for all. */
  @Test
  void everyRankHasAnExceptionOfItsOwnAndItsHandlerIsCalled() {
    Set<Object> thrown =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    LocalRanks.run(
        3,
        world -> {
          int[] handled = new int[1];
          world.errorHandler((comm, error) -> handled[0]++);
          int[] counts = {100_000, 100_000, 100_000};
          RonselException error =
              catchThrowableOfType(
                  RonselException.class,
                  () ->
                      world.gatherv(
                          new int[100_000],
                          0,
                          world.rank() == 1 ? 90_000 : 100_000,
                          new int[300_000],
                          0,
                          counts,
                          null,
                          0));
          assertThat(error).isInstanceOf(TruncationException.class);
          thrown.add(error);
          assertThat(handled[0]).isEqualTo(1);
          world.errorHandler(ErrorHandler.THROW);
          world.barrier();
          assertThat(thrown).hasSize(3);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortEndsABarrierInWhichRanksArePark(boolean virtual) {
    AtomicInteger ended = new AtomicInteger();
    LocalRanks.run(
        4,
        threads(virtual),
        (job, world) -> {
          if (world.rank() == 1) {
            awaitParked(job, 3);
            job.abort(1, 7, null);
          } else {
            assertThatThrownBy(world::barrier).isInstanceOf(JobAbortedException.class);
            assertThatThrownBy(() -> world.iBarrier().await())
                .isInstanceOf(JobAbortedException.class);
            ended.incrementAndGet();
          }
        });
    assertThat(ended).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLastToComeWakesThoseWhoAreParked(boolean virtual) {
    LocalRanks.run(
        4,
        threads(virtual),
        (job, world) -> {
          for (int last = 0; last < 4; last++) {
            if (world.rank() == last) {
              LocalRanks.awaitCondition(
                  () ->
                      job.waits().stream()
                              .filter(wait -> wait.operation().equals("allReduce"))
                              .filter(wait -> wait.peer() == world.rank())
                              .count()
                          == 3);
            }
            double[] data = new double[20_000];
            data[19_999] = 1;
            world.allReduce(data, Op.SUM);
            assertThat(data[19_999]).isEqualTo(4);
            world.barrier();
          }
        });
  }

  private static void awaitParked(LocalJob job, int threads) {
    LocalRanks.awaitCondition(() -> job.waits().size() == threads);
  }

  @Test
  void aRankThatIsInterruptedLeavesTheOperationToTheOthers() {
    CountDownLatch interrupted = new CountDownLatch(1);
    LocalRanks.run(
        3,
        Thread.ofPlatform(),
        (job, world) -> {
          double[] data = new double[30_000];
          data[29_999] = 1;
          double[] sum = new double[30_000];
          if (world.rank() == 0) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> world.allReduce(data, sum, Op.SUM))
                .isInstanceOf(WaitInterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            interrupted.countDown();
          } else {
            interrupted.await();
            world.allReduce(data, sum, Op.SUM);
            assertThat(sum[29_999]).isEqualTo(3);
          }
          // The next operation is the next one for everybody.
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(3);
          world.barrier();
        });
  }

  @Test
  void twoThreadsInCollectivesOfOneCommunicatorAreRefused() {
    LocalRanks.run(
        2,
        Thread.ofPlatform(),
        (job, world) -> {
          if (world.rank() == 0) {
            Thread other = Thread.ofPlatform().start(world::barrier);
            LocalRanks.awaitCondition(
                () -> job.waits().stream().anyMatch(wait -> wait.operation().equals("barrier")));
            refused(ErrorClass.COMM, "two threads", world::barrier);
            world.send(new byte[1], 1, 3);
            other.join();
          } else {
            world.receive(new byte[1], 0, 3);
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aThousandRanksMeet(boolean virtual) {
    LocalRanks.run(
        1000,
        threads(virtual),
        (job, world) -> {
          world.barrier();
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(1000);
          int[] data = new int[] {world.rank(), 7};
          world.broadcast(data, 999);
          assertThat(data).containsExactly(999, 7);
          world.iBarrier().await();
        });
  }
}
