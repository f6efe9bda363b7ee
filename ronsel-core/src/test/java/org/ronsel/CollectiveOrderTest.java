package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several collective operations at once: outstanding, on several communicators, from several
 * threads.
 */
class CollectiveOrderTest {
  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  /** Checks all elements, faster than an assertion on each. */
  private static void only(int[] array, int value) {
    assertThat(Arrays.equals(array, filled(array.length, value)))
        .as("%d everywhere in an array of %d that begins with %d", value, array.length, array[0])
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void outstandingOperationsCompleteInAnyOrder(int ranks) {
    LocalRanks.run(
        ranks,
        world -> {
          int rank = world.rank();
          int sum = ranks * (ranks - 1) / 2;
          for (int round = 0; round < 20; round++) {
            List<Request> requests = new ArrayList<>();
            List<Runnable> checks = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
              int length = i % 2 == 0 ? 3 : 6000; // eager and rendezvous
              int root = (i + round) % ranks;
              int value = 100 * round + i;
              int[] reduced = filled(length, rank + value);
              requests.add(world.iAllReduce(reduced, Op.SUM));
              checks.add(() -> only(reduced, sum + ranks * value));

              int[] sent = filled(length, rank == root ? value : -1);
              requests.add(world.iBroadcast(sent, root));
              checks.add(() -> only(sent, value));

              int[] all = new int[ranks];
              requests.add(world.iAllGather(new int[] {rank * value}, all));
              checks.add(
                  () ->
                      assertThat(all)
                          .isEqualTo(IntStream.range(0, ranks).map(r -> r * value).toArray()));

              int[] atRoot = new int[length];
              requests.add(world.iReduce(filled(length, value), atRoot, Op.MAX, root));
              checks.add(() -> only(atRoot, rank == root ? value : 0));

              requests.add(world.iBarrier());
              checks.add(() -> {});
            }
            List<Integer> order =
                new ArrayList<>(IntStream.range(0, requests.size()).boxed().toList());
            Collections.shuffle(order, new Random(round * 31L + rank));
            for (int next : order) {
              requests.get(next).await();
              checks.get(next).run();
            }
          }
        });
  }

  @Test
  void aNonblockingBarrierIsNotCompleteBeforeTheLastRankStartsIt() {
    LocalRanks.run(
        4,
        world -> {
          Request barrier = null;
          if (world.rank() != 3) {
            barrier = world.iBarrier();
          }
          world.barrier(); // a blocking one of its own, which the outstanding one does not disturb
          if (barrier != null) {
            assertThat(barrier.test()).isFalse();
          }
          world.barrier();
          if (barrier == null) {
            barrier = world.iBarrier();
          }
          barrier.await();
          assertThat(barrier.test()).isTrue();
        });
  }

  @Test
  void progressIsMadeForOutstandingOperationsInWaitsForOthers() {
    LocalRanks.run(
        4,
        world -> {
          int[] value = {1};
          Request sum = world.iAllReduce(value, Op.SUM);
          // Nobody waits for the sum, but every rank waits for something else.
          for (int i = 0; i < 50; i++) {
            world.barrier();
          }
          LocalRanks.awaitCondition(sum::test);
          assertThat(value[0]).isEqualTo(4);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void communicatorsOfSeveralThreadsDoNotDisturbEachOther(int ranks) {
    int threads = 4;
    LocalRanks.run(
        ranks,
        world -> {
          List<Comm> comms = new ArrayList<>();
          for (int t = 0; t < threads; t++) {
            comms.add(world.dup());
          }
          inThreads(
              threads,
              t -> {
                Comm comm = comms.get(t);
                Random random = new Random(t);
                for (int i = 0; i < 100; i++) {
                  int length = random.nextInt(1, 3000);
                  int root = random.nextInt(ranks);
                  int[] data = filled(length, comm.rank() == root ? t * 1000 + i : 0);
                  if (random.nextBoolean()) {
                    comm.broadcast(data, root);
                  } else {
                    comm.iBroadcast(data, root).await();
                  }
                  only(data, t * 1000 + i);
                  assertThat(comm.allReduce(t + 1, Op.SUM)).isEqualTo(ranks * (t + 1));
                  comm.iBarrier().await();
                }
              });
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void threadsDuplicateDifferentCommunicatorsAtTheSameTime(int ranks) {
    int threads = 4;
    int each = 20;
    Set<String> names = ConcurrentHashMap.newKeySet();
    LocalRanks.run(
        ranks,
        world -> {
          List<Comm> parents = new ArrayList<>();
          for (int t = 0; t < threads; t++) {
            parents.add(world.dup());
          }
          inThreads(
              threads,
              t -> {
                Comm comm = parents.get(t);
                for (int i = 0; i < each; i++) {
                  comm = comm.dup();
                  assertThat(comm.size()).isEqualTo(ranks);
                  assertThat(comm.rank()).isEqualTo(world.rank());
                  assertThat(comm.allReduce(t, Op.MAX)).isEqualTo(t);
                  if (world.rank() == 0) {
                    assertThat(names.add(comm.name().replaceAll(".*\\.", ""))).isTrue();
                  }
                }
              });
        });
    assertThat(names).hasSize(threads * each);
  }

  @FunctionalInterface
  private interface ThreadBody {
    void run(int thread) throws Exception;
  }

  private static void inThreads(int threads, ThreadBody body) throws Exception {
    AtomicReference<Throwable> first = new AtomicReference<>();
    List<Thread> started = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int self = t;
      started.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      body.run(self);
                    } catch (Throwable error) {
                      first.compareAndSet(null, error);
                    }
                  }));
    }
    for (Thread thread : started) {
      thread.join();
    }
    if (first.get() != null) {
      throw new AssertionError(first.get());
    }
  }
}
