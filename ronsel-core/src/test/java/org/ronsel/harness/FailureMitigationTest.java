package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.RevokedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

/** What ranks do when others have failed, in JVMs that are parts of this one. */
class FailureMitigationTest {
  private static final int TAG = 5;

  /** Longer than any message that goes without being asked for. */
  private static final int LONG = 1 << 20;

  /** Where the ranks are. The rank that fails is alone in its JVM. */
  private enum Place {
    SHARED_MEMORY {
      @Override
      HostRanks start(int ranks) {
        return HostRanks.processes(ranks);
      }
    },
    NETWORK {
      @Override
      HostRanks start(int ranks) {
        String[] hosts = new String[ranks];
        Arrays.setAll(hosts, i -> "h" + i);
        return new HostRanks(ranks, ranks, hosts);
      }
    },
    BOTH {
      @Override
      HostRanks start(int ranks) {
        return new HostRanks(ranks, ranks, "a", "b");
      }
    };

    abstract HostRanks start(int ranks);
  }

  /** What the others are in when a rank fails. */
  private enum Call {
    RECEIVE {
      @Override
      void make(Comm world, int failed) {
        world.receive(new int[1], failed, TAG);
      }
    },
    LONG_RECEIVE {
      @Override
      void make(Comm world, int failed) {
        world.receive(new int[LONG], failed, TAG);
      }
    },
    STARTED_RECEIVE {
      @Override
      void make(Comm world, int failed) {
        Request request = world.iReceive(new int[1], failed, TAG);
        while (!request.test()) {
          Thread.onSpinWait();
        }
      }
    },
    RECEIVE_FROM_ANYBODY {
      @Override
      void make(Comm world, int failed) {
        world.receive(new int[1], Ronsel.ANY_SOURCE, TAG);
      }
    },
    PROBE_FOR_ANYBODY {
      @Override
      void make(Comm world, int failed) {
        world.probe(Ronsel.ANY_SOURCE, TAG);
      }
    },
    PROBE {
      @Override
      void make(Comm world, int failed) {
        world.probe(failed, TAG);
      }
    },
    LONG_SEND {
      @Override
      void make(Comm world, int failed) {
        world.send(new int[LONG], failed, TAG);
      }
    },
    SYNCHRONOUS_SEND {
      @Override
      void make(Comm world, int failed) {
        world.sendSynchronous(new int[1], failed, TAG);
      }
    },
    BARRIER {
      @Override
      void make(Comm world, int failed) {
        world.barrier();
      }
    },
    ALL_REDUCE {
      @Override
      void make(Comm world, int failed) {
        world.allReduce(new double[100_000], Op.SUM);
      }
    },
    STARTED_BROADCAST {
      @Override
      void make(Comm world, int failed) {
        world.iBroadcast(new int[100], failed).await();
      }
    },
    DUP {
      @Override
      void make(Comm world, int failed) {
        world.dup();
      }
    },
    CREATE_GROUP {
      @Override
      void make(Comm world, int failed) {
        world.createGroup(world.group(), TAG);
      }
    },
    SPLIT {
      @Override
      void make(Comm world, int failed) {
        world.split(0, 0);
      }
    };

    abstract void make(Comm world, int failed);
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> callsAndPlaces() {
    return Stream.of(Call.values())
        .flatMap(
            call ->
                Stream.of(Place.values())
                    .map(place -> org.junit.jupiter.params.provider.Arguments.of(call, place)));
  }

  /** Those who wait already and those who call later are told, and the survivors go on. */
  @ParameterizedTest
  @MethodSource("callsAndPlaces")
  void whatNeedsAFailedRankFails(Call call, Place place) {
    int size = 4;
    int failed = 2;
    CountDownLatch gone = new CountDownLatch(1);
    CyclicBarrier started = new CyclicBarrier(size);
    try (HostRanks ranks = place.start(size)) {
      Ranks.run(
          ranks,
          world -> {
            meet(world, started);
            int rank = world.rank();
            if (rank == failed) {
              ranks.failJvm(failed);
              gone.countDown();
              return;
            }
            if (rank == 0) {
              gone.await(); // one of them calls when it is known
            }
            assertThatThrownBy(() -> call.make(world, failed))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("rank 2 has failed: its JVM was killed by the test");
            gone.await();
            assertThat(world.failedRanks().translate(new int[] {0}, world.group()))
                .containsExactly(failed);
            exchange(world, List.of(0, 1, 3));
          });
    }
  }

  /** The ranks connect to each other; all have done so when this returns. */
  private static void meet(Comm world, CyclicBarrier started) throws Exception {
    world.allToAll(new int[world.size()], new int[world.size()]);
    started.await();
  }

  /** Each rank of the list sends to the next. */
  private static void exchange(Comm comm, List<Integer> ranks) {
    int place = ranks.indexOf(comm.rank());
    int next = ranks.get((place + 1) % ranks.size());
    int before = ranks.get((place + ranks.size() - 1) % ranks.size());
    int[] data = new int[LONG];
    Request sent = comm.iSend(filled(LONG, comm.rank()), next, TAG);
    comm.receive(data, before, TAG);
    sent.await();
    assertThat(data[LONG - 1]).isEqualTo(before);
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void afterAFailureIsAcknowledgedAnybodyMaySend(Place place) {
    CyclicBarrier started = new CyclicBarrier(3);
    try (HostRanks ranks = place.start(3)) {
      Ranks.run(
          ranks,
          world -> {
            meet(world, started);
            if (world.rank() == 2) {
              ranks.failJvm(2);
              return;
            }
            if (world.rank() == 0) {
              int[] data = new int[1];
              assertThatThrownBy(() -> world.receive(data, Ronsel.ANY_SOURCE, TAG))
                  .isInstanceOf(ProcessFailedException.class);
              assertThat(world.acknowledgeFailures().size()).isEqualTo(1);
              world.send(data, 1, TAG);
              world.receive(data, Ronsel.ANY_SOURCE, TAG);
              assertThat(data[0]).isEqualTo(7);
            } else {
              world.receive(new int[1], 0, TAG);
              world.send(new int[] {7}, 0, TAG);
            }
          });
    }
  }

  /** An error handler, and each of several calls, gets an exception of its own. */
  @Test
  void everyCallIsToldAnew() {
    CyclicBarrier started = new CyclicBarrier(2);
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> {
            meet(world, started);
            if (world.rank() == 1) {
              ranks.failJvm(1);
              return;
            }
            List<RonselException> seen = new ArrayList<>();
            world.errorHandler((comm, error) -> seen.add(error));
            assertThatThrownBy(() -> world.receive(new int[1], 1, TAG))
                .isInstanceOf(ProcessFailedException.class);
            for (int i = 0; i < 3; i++) {
              assertThatThrownBy(() -> world.send(new int[1], 1, TAG))
                  .isInstanceOf(ProcessFailedException.class);
            }
            assertThat(seen).hasSize(4).doesNotHaveDuplicates();
          });
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void whatIsRevokedFailsOnAllRanks(Place place) {
    try (HostRanks ranks = place.start(4)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world.dup();
            switch (world.rank()) {
              case 0 -> comm.revoke();
              case 1 -> assertRevoked(() -> comm.receive(new int[1], 0, TAG));
              case 2 -> assertRevoked(() -> comm.receive(new int[1], Ronsel.ANY_SOURCE, TAG));
              default -> assertRevoked(comm::barrier);
            }
            assertThat(comm.isRevoked()).isTrue();
            assertRevoked(() -> comm.send(new int[1], 0, TAG));
            assertRevoked(() -> comm.iReceive(new int[1], 0, TAG));
            assertRevoked(() -> comm.probe(0, TAG));
            assertRevoked(() -> comm.allReduce(1, Op.SUM));
            assertRevoked(comm::dup);
            assertThat(comm.agree(~(1 << world.rank())) & 31).isEqualTo(16);
            Comm again = comm.shrink();
            assertThat(again.size()).isEqualTo(4);
            assertThat(again.allReduce(1, Op.SUM)).isEqualTo(4);
            assertThat(world.isRevoked()).isFalse();
            exchange(world, List.of(0, 1, 2, 3));
          });
    }
  }

  private static void assertRevoked(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(RevokedException.class)
        .hasMessageContaining("has been revoked")
        .extracting(error -> ((RonselException) error).errorClass())
        .isEqualTo(ErrorClass.REVOKED);
  }

  /** What a rank that lives still sends for a call that has failed does not reach the buffers. */
  @ParameterizedTest
  @EnumSource(Place.class)
  void aCollectiveThatHasFailedLeavesItsBuffersAlone(Place place) {
    CyclicBarrier started = new CyclicBarrier(3);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    try (HostRanks ranks = place.start(3)) {
      Ranks.run(
          ranks,
          world -> {
            meet(world, started);
            if (world.rank() == 2) {
              begun.await();
              ranks.failJvm(2);
              gone.countDown();
              return;
            }
            int[] received = new int[3 * LONG];
            Request gather = world.iGather(filled(LONG, 1), received, 0);
            if (world.rank() == 1) {
              while (begun.getCount() > 0) {
                world.iProbe(0, TAG);
              }
              goesOn.await(); // in the middle of its message
              var _ = catchThrowable(gather::await);
              sent.countDown();
              return;
            }
            while (received[LONG] == 0) {
              assertThat(gather.test()).isFalse();
            }
            begun.countDown();
            gone.await();
            var _ = catchThrowable(gather::test);
            goesOn.countDown();
            assertThatThrownBy(gather::await).isInstanceOf(ProcessFailedException.class);
            Arrays.fill(received, -1);
            while (sent.getCount() > 0) {
              world.iProbe(1, TAG);
            }
            assertThat(Arrays.stream(received).allMatch(each -> each == -1)).isTrue();
          });
    }
  }

  /** Messages that nobody will receive in a revoked communicator keep nobody. */
  @ParameterizedTest
  @EnumSource(Place.class)
  void aSendIntoARevokedCommunicatorEnds(Place place) {
    try (HostRanks ranks = place.start(2)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world.dup();
            if (world.rank() == 0) {
              Request sent = comm.iSend(new int[LONG], 1, TAG);
              world.send(new int[1], 1, TAG);
              sent.await();
            } else {
              world.receive(new int[1], 0, TAG);
              comm.revoke();
            }
          });
    }
  }

  static Stream<Long> seeds() {
    return Stream.iterate(1L, seed -> seed + 1).limit(Integer.getInteger("ronsel.failures", 12));
  }

  /**
   * Ranks fail one after the other, some of them while the others agree and shrink: all survivors
   * of a round see the same, and the last communicator works.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void survivorsAgreeWhoeverFails(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = 3 + random.nextInt(4);
    Place place = Place.values()[random.nextInt(Place.values().length)];
    int[] failsInRound = new int[size];
    for (int rank = 1; rank < size; rank++) {
      failsInRound[rank] = random.nextInt(2) == 0 ? 1 + random.nextInt(3) : 0;
    }
    int survivors = (int) Arrays.stream(failsInRound).filter(round -> round == 0).count();
    AtomicIntegerArray sizes = new AtomicIntegerArray(8);
    try (HostRanks ranks = place.start(size)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world;
            for (int round = 1; round < 5; round++) {
              if (failsInRound[world.rank()] == round) {
                ranks.failJvm(world.rank());
                return;
              }
              try {
                comm.allReduce(1.0, Op.SUM);
                comm.barrier();
              } catch (ProcessFailedException | RevokedException failed) {
                comm.revoke();
              }
              int agreed = comm.agree(-1 ^ round);
              assertThat(agreed).isEqualTo(-1 ^ round);
              comm = comm.shrink();
              int seen = sizes.getAndSet(round, comm.size());
              assertThat(seen).isIn(0, comm.size());
            }
            while (comm.size() > survivors) {
              comm = comm.shrink();
            }
            assertThat(comm.allReduce(1, Op.SUM)).isEqualTo(survivors);
            comm.barrier();
          });
    }
  }

  /** Who has ended its program will not answer any more. */
  @Test
  void whoHasEndedIsNotWaitedFor() {
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() != 1) {
              assertThat(world.agree(6)).isEqualTo(6);
              assertThat(world.shrink().size()).isEqualTo(2);
            }
          });
    }
  }

  @Test
  void ranksOfOneJvmRevokeAndShrinkToo() {
    Ranks.run(
        size -> new HostRanks(size, 1),
        3,
        world -> {
          Comm comm = world.dup();
          if (comm.rank() == 1) {
            comm.revoke();
          } else {
            assertRevoked(comm::barrier);
          }
          assertThat(comm.shrink().allReduce(1, Op.SUM)).isEqualTo(3);
        });
  }
}
