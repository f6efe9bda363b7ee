package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.runtime.LocalJob;

/**
 * Ranks of one JVM that take turns on its cores: they park while they wait for all others, and wake
 * each other along trees.
 */
@Timeout(50)
class ManyRanksTest {
  /** More than there are cores, so that the ranks are known to take turns. */
  private static final int RANKS = Math.max(40, 2 * Runtime.getRuntime().availableProcessors());

  private static final int ROUNDS = 800;

  private static void awaitParked(LocalJob job, int ranks) {
    LocalRanks.awaitCondition(() -> job.waits().size() == ranks);
  }

  /** Were a rank not woken it would sleep for 50 ms, each time: for longer than the time limit. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, -1})
  void nobodyIsLeftAsleepBehindALateRank(int lateBy) {
    LocalRanks.run(
        RANKS,
        world -> {
          double[] data = new double[20_000];
          for (int round = 0; round < ROUNDS; round++) {
            int late = Math.floorMod(lateBy * round, RANKS);
            if (world.rank() == late) {
              Thread.yield();
            }
            world.barrier();
            assertThat(world.allReduce(world.rank() == late ? round : 0, Op.SUM)).isEqualTo(round);
            if (round % 50 == 0) {
              // Two phases: one ends while ranks still hear of the end of the other.
              data[19_999] = world.rank();
              world.allReduce(data, Op.MAX);
              assertThat(data[19_999]).isEqualTo(RANKS - 1);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 20})
  void aRankThatIsInterruptedStillTellsOthersOfTheEnd(int interrupted) {
    Thread[] threads = new Thread[RANKS];
    int last = RANKS - 1;
    CountDownLatch thrown = new CountDownLatch(1);
    LocalRanks.run(
        RANKS,
        Thread.ofVirtual(),
        (job, world) -> {
          int rank = world.rank();
          threads[rank] = Thread.currentThread();
          world.barrier();
          if (rank == interrupted) {
            assertThatThrownBy(world::barrier).isInstanceOf(WaitInterruptedException.class);
            thrown.countDown();
          } else if (rank == last) {
            awaitParked(job, RANKS - 1);
            threads[interrupted].interrupt();
            thrown.await();
            world.barrier();
          } else {
            world.barrier();
          }
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(RANKS);
        });
  }

  /** What a rank has started goes on while it is parked in a barrier. */
  @Test
  void messagesOfParkedRanksMove() {
    int last = RANKS - 1;
    LocalRanks.run(
        RANKS,
        Thread.ofVirtual(),
        (job, world) -> {
          int rank = world.rank();
          byte[] given = new byte[100_000];
          byte[] got = new byte[100_000];
          given[99_999] = (byte) rank;
          if (rank == last) {
            awaitParked(job, RANKS - 1);
            for (int other = 0; other < last; other++) {
              world.receive(got, other, 1);
              assertThat(got[99_999]).isEqualTo((byte) other);
              world.send(given, other, 2);
            }
            world.barrier();
          } else {
            Request send = world.iSend(given, last, 1);
            Request receive = world.iReceive(got, last, 2);
            world.barrier();
            receive.await();
            send.await();
            assertThat(got[99_999]).isEqualTo((byte) last);
          }
        });
  }

  @Test
  void differentCallsFailOnEachRank() {
    LocalRanks.run(
        RANKS,
        world -> {
          assertThatThrownBy(
                  () -> {
                    if (world.rank() == 5) {
                      world.allReduce(1, Op.SUM);
                    } else {
                      world.barrier();
                    }
                  })
              .isInstanceOf(InvalidArgumentException.class)
              .hasMessageContaining("rank 5 calls allReduce");
          assertThat(world.allReduce(1, Op.SUM)).isEqualTo(RANKS);
        });
  }
}
