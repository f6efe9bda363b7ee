package org.ronsel.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.LocalRanks;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.selection.TableFile;
import org.ronsel.harness.AtOnce;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.Ranks;

/** Collective operations of ranks that do not come, have ended, or call something else. */
class CollectiveEndTest {
  /** How many JVMs 4 ranks are dealt to. */
  private static HostRanks inJvms(int jvms) {
    return new HostRanks(4, jvms);
  }

  // ---- ranks that have ended ----

  private static Stream<Arguments> forgotten() {
    return Stream.of(1, 2, 4)
        .flatMap(jvms -> Stream.of(1, 20_000).map(length -> Arguments.of(jvms, length)));
  }

  /** Ranks 0 to 2 start operations and leave; rank 3 comes when they have left. */
  @ParameterizedTest
  @MethodSource("forgotten")
  void whatARankHasStartedGoesOnWhenItHasEnded(int jvms, int length) {
    AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(3);
    CountDownLatch left = new CountDownLatch(3);
    try (HostRanks ranks = inJvms(jvms)) {
      Ranks.run(
          ranks,
          world -> {
            int me = world.rank();
            int[] sum = new int[length];
            Arrays.fill(sum, me);
            int[] said = new int[length];
            Arrays.fill(said, me + 1);
            if (me < 3) {
              var _ = world.iAllReduce(sum, Op.SUM);
              var _ = world.iBroadcast(said, 0);
              var _ = world.iBarrier();
              threads.set(me, Thread.currentThread());
              left.countDown();
              return;
            }
            assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
            for (int rank = 0; rank < 3 && length == 1; rank++) {
              // Of long messages nothing is over before they are taken.
              Thread thread = threads.get(rank);
              LocalRanks.awaitCondition(() -> !thread.isAlive());
            }
            world.iAllReduce(sum, Op.SUM).await();
            world.iBroadcast(said, 0).await();
            world.iBarrier().await();
            assertThat(sum).containsOnly(6);
            assertThat(said).containsOnly(1);
          });
    }
  }

  private static void testUntilComplete(Request request) {
    while (!request.test()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitAny(Request request) {
    assertThat(Request.awaitAny(request)).isZero();
    request.await();
  }

  /** In one JVM they read each other's arrays, in several they copy, or send messages. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void whoeverWaitsForARankThatHasEndedIsTold(int jvms) throws Exception {
    List<Case> calls =
        List.of(
            ended("blocking", Comm::barrier, "the collective call 2", "barrier"),
            ended("started", comm -> comm.iBarrier().await(), "the collective call 2", "iBarrier"),
            ended(
                "tested",
                comm -> testUntilComplete(comm.iBarrier()),
                "the collective call 2",
                "iBarrier"),
            ended("any of", comm -> awaitAny(comm.iBarrier()), "the collective call 2", "iBarrier"),
            ended(
                "persistent",
                comm -> {
                  PersistentRequest barrier = comm.persistentBarrier();
                  barrier.start();
                  barrier.await();
                },
                "start 1 of the persistent collective 1",
                "persistentBarrier"),
            ended(
                "dup",
                comm -> comm.dup().close(),
                "the collective call 2",
                "a method that makes a communicator"));
    AtOnce.forEach(
        calls,
        each -> {
          try (HostRanks ranks = inJvms(jvms)) {
            Ranks.run(
                ranks,
                world -> {
                  world.barrier();
                  if (world.rank() != 2) {
                    ProcessFailedException error =
                        catchThrowableOfType(
                            ProcessFailedException.class, () -> each.odd.accept(world));
                    assertThat(error)
                        .isNotNull()
                        .hasMessageContaining(each.words[0])
                        .hasMessageContaining(each.words[1]);
                    assertThat(error.parts().reason().calls())
                        .singleElement()
                        .satisfies(call -> assertThat(each.words[1]).isEqualTo("(" + call + ")"));
                    assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
                  }
                });
          }
        });
  }

  private static Case ended(String name, Consumer<Comm> call, String which, String operation) {
    return new Case(
        name,
        call,
        comm -> {},
        "rank 2 has ended without " + which + " on world",
        "(" + operation + ")");
  }

  // ---- ranks that fail ----

  /** A call in which some ranks wait for rank 1, which does not come. */
  private record Absence(String of, Consumer<Comm> call, int... waiting) {
    @Override
    public String toString() {
      return of;
    }
  }

  private static Stream<Arguments> absences() {
    int[] data = new int[4];
    List<Absence> absences =
        List.of(
            new Absence("anybody", comm -> comm.allReduce(new int[1], Op.SUM), 0, 2, 3),
            new Absence("a root", comm -> comm.broadcast(data, 0, 4, 1), 0, 2, 3),
            new Absence("a leaf", comm -> comm.reduce(data, 0, new int[4], 0, 4, Op.SUM, 0), 0),
            new Absence(
                "who has still to read what is to be written over",
                comm -> {
                  // By copying the ninth writes where the first was, of which readers tell after at
                  // most four; who reads the first four waits for nobody.
                  for (int i = 0; i < (comm.rank() == 0 ? 9 : 4); i++) {
                    comm.broadcast(data, 0, 4, 0);
                  }
                },
                0));
    return Stream.of(1, 4).flatMap(jvms -> absences.stream().map(each -> Arguments.of(jvms, each)));
  }

  @ParameterizedTest
  @MethodSource("absences")
  void theFailureOfAPeerEndsAWaitForIt(int jvms, Absence absence) {
    try (HostRanks ranks = inJvms(jvms)) {
      Ranks.run(
          ranks,
          world -> {
            world.barrier();
            if (IntStream.of(absence.waiting).anyMatch(rank -> rank == world.rank())) {
              RonselException error =
                  catchThrowableOfType(RonselException.class, () -> absence.call.accept(world));
              assertThat(error).isNotNull().hasMessageContaining("peer 1 has failed: gone");
              return;
            }
            if (world.rank() != 1) {
              try {
                absence.call.accept(world);
              } catch (ProcessFailedException whereAllMeet) {
                assertThat(whereAllMeet).hasMessageContaining("peer 1 has failed: gone");
              }
              return;
            }
            ranks.awaitWaitOf(absence.waiting);
            for (int rank : new int[] {0, 2, 3}) {
              ((Communicator) ranks.worlds().get(rank))
                  .engine()
                  .peerFailures()
                  .failPeer(
                      1,
                      new ProcessFailedException(
                          "rank " + rank + ": peer 1 has failed: gone", null));
            }
          });
    }
  }

  // ---- ranks that call something else ----

  private record Case(String name, Consumer<Comm> odd, Consumer<Comm> others, String... words) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Case> cases() {
    int[] data = new int[1 << 16];
    return List.of(
        new Case(
            "an operation against another",
            comm -> comm.broadcast(data, 0, 4, 0),
            Comm::barrier,
            "broadcast",
            "barrier"),
        new Case(
            "a communicator that only one makes",
            comm -> comm.dup().close(),
            comm -> {},
            "a communicator",
            "barrier"),
        new Case(
            "roots of blocking calls",
            comm -> comm.reduce(data, 0, new int[9], 0, 9, Op.SUM, 2),
            comm -> comm.reduce(data, 0, new int[9], 0, 9, Op.SUM, 0),
            "reduce"),
        new Case(
            "a length that is served by other means",
            comm -> comm.allReduce(data, 0, data, 0, 1, Op.SUM),
            comm -> comm.allReduce(data, 0, data, 0, data.length, Op.SUM),
            "allReduce"),
        new Case(
            "a blocking call against one that is started",
            comm -> comm.iBarrier().await(),
            Comm::barrier,
            "iBarrier",
            "barrier"),
        new Case(
            "roots of messages for which programs test",
            comm -> testUntilComplete(comm.iReduce(data, 0, new int[9], 0, 9, Op.SUM, 2)),
            comm -> testUntilComplete(comm.iReduce(data, 0, new int[9], 0, 9, Op.SUM, 0)),
            "iReduce"),
        new Case(
            "roots of messages",
            comm -> comm.iReduce(data, 0, new int[9], 0, 9, Op.SUM, 2).await(),
            comm -> comm.iReduce(data, 0, new int[9], 0, 9, Op.SUM, 0).await(),
            "iReduce"),
        new Case(
            "persistent operations that are initialised in another order",
            comm ->
                startSecondOf(comm.persistentBroadcast(data, 0, 4, 0), comm.persistentBarrier()),
            comm ->
                startSecondOf(comm.persistentBarrier(), comm.persistentBroadcast(data, 0, 4, 0)),
            // Where ranks have cores of their own, the barrier's empty message is what is found,
            // and
            // it does not say what was called.
            "persistentBroadcast"));
  }

  private static void startSecondOf(PersistentRequest first, PersistentRequest second) {
    PersistentRequest.startAll(second, first);
    Request.awaitAll(first, second);
  }

  /** Even who has done its part already: the next call tells it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void callsThatDifferFailOnAllRanks(int jvms) throws Exception {
    AtOnce.forEach(cases(), differing -> differ(jvms, differing));
  }

  private static void differ(int jvms, Case differing) {
    ConcurrentHashMap<Integer, String> told = new ConcurrentHashMap<>();
    try (HostRanks ranks = inJvms(jvms)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world.dup();
            comm.barrier();
            RonselException error =
                catchThrowableOfType(
                    RonselException.class,
                    () -> {
                      (comm.rank() == 2 ? differing.odd : differing.others).accept(comm);
                      comm.barrier();
                    });
            assertThat(error).isNotNull();
            told.put(world.rank(), error.getMessage());
            if (error.getMessage().contains(", as ")) {
              // Given up for good, and not only where a direct operation has failed on all ranks.
              assertThatThrownBy(comm::barrier).isInstanceOf(error.getClass());
              assertThatThrownBy(() -> comm.iBarrier().await()).isInstanceOf(error.getClass());
            }
            comm.close();
            world.barrier();
          });
    }
    assertThat(told).hasSize(4);
    assertThat(told.values())
        .allSatisfy(
            message -> assertThat(message).contains(differing.words).containsPattern("rank \\d"));
  }

  // ---- calls that fit together ----

  @Test
  void aValueMeetsAnArrayOfOneElementWhateverTheTableSaysOfPlaces() {
    String table =
        "ronsel collectives table 1\n"
            + "allReduce in-place=yes -> ring\nallReduce in-place=no -> recursive-doubling\n";
    SelectionTable rules =
        SelectionTable.builtIn().preferring(TableFile.parse("test", table).rules());
    try (HostRanks ranks = inJvms(4)) {
      Ranks.run(
          ranks,
          world -> {
            ((Communicator) world).collectives.unchecked().select(rules);
            long[] sum = new long[1];
            if (world.rank() % 2 == 0) {
              sum[0] = world.allReduce((long) world.rank(), Op.SUM);
            } else {
              world.allReduce(new long[] {world.rank()}, sum, Op.SUM);
            }
            assertThat(sum[0]).isEqualTo(6);
          });
    }
  }

  /** Those of rank 0 lie where they go also where those of others do not. */
  @ParameterizedTest
  @ValueSource(strings = {"yes", "no"})
  void blocksThatAreGatheredMayLieInTheirPlacesWhateverTheTableSaysOfPlaces(String place) {
    String table =
        "ronsel collectives table 1\nallGather in-place="
            + place
            + " -> ring\nallGather -> bruck\n";
    SelectionTable rules =
        SelectionTable.builtIn().preferring(TableFile.parse("test", table).rules());
    try (HostRanks ranks = inJvms(4)) {
      Ranks.run(
          ranks,
          world -> {
            ((Communicator) world).collectives.unchecked().select(rules);
            int me = world.rank();
            int[] all = new int[8];
            int[] counts = {2, 2, 2, 2};
            for (int round = 0; round < 3; round++) {
              Arrays.fill(all, 0);
              Arrays.fill(all, 2 * me, 2 * me + 2, me + round);
              if (round == 0) {
                world.allGather(all, 2 * me, 2, all, 0);
              } else {
                world.allGatherv(all, 2 * me, 2, all, 0, counts, null);
              }
              assertThat(all)
                  .containsExactly(
                      round, round, round + 1, round + 1, round + 2, round + 2, round + 3,
                      round + 3);
            }
            // What has no elements may lie anywhere.
            world.allGather(me == 1 ? all : new int[0], 0, 0, all, 0);
            world.allToAll(me == 1 ? all : new int[0], 0, 0, all, 0);
          });
    }
  }

  private static void assertAll(int[] array, int length, int value) {
    for (int i = 0; i < length; i++) {
      assertThat(array[i]).isEqualTo(value);
    }
  }

  /** All ranks must be in place or none (MPI-4.1, section 6.9.6); it works where nothing asks. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoeverIsInPlaceWhereOthersAreNotIsToldIfTheTableAsks(boolean asks) {
    String table =
        "ronsel collectives table 1\n"
            + (asks ? "allReduce in-place=yes -> flat\n" : "")
            + "allReduce -> recursive-doubling\n";
    SelectionTable rules =
        SelectionTable.builtIn().preferring(TableFile.parse("test", table).rules());
    ConcurrentHashMap<Integer, String> told = new ConcurrentHashMap<>();
    try (HostRanks ranks = inJvms(4)) {
      Ranks.run(
          ranks,
          world -> {
            ((Communicator) world).collectives.unchecked().select(rules);
            int[] data = new int[40];
            int[] sum = world.rank() == 2 ? data : new int[40];
            try {
              world.iAllReduce(data, sum, Op.SUM).await();
              world.iBarrier().await();
            } catch (RonselException error) {
              told.put(world.rank(), error.getMessage());
            }
          });
    }
    if (asks) {
      assertThat(told).hasSize(4);
      assertThat(told.values())
          .allSatisfy(message -> assertThat(message).contains("iAllReduce", "place", "rank 2"));
    } else {
      assertThat(told).isEmpty();
    }
  }

  /** Each rank decides for itself (MPI-4.1, sections 6.10.2, 6.11.1 and 6.11.2). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void someRanksScanInPlaceAndOthersDoNot(int jvms) {
    try (HostRanks ranks = inJvms(jvms)) {
      Ranks.run(
          ranks,
          world -> {
            int me = world.rank();
            for (int length : new int[] {0, 1, 30_000}) {
              for (boolean even : new boolean[] {true, false}) {
                int[] in = new int[4 * length];
                Arrays.fill(in, me);
                int[] out = (me % 2 == 0) == even ? in : new int[length];
                world.scan(in, 0, out, 0, length, Op.SUM);
                assertAll(out, length, me * (me + 1) / 2);
                Arrays.fill(in, me);
                world.iExscan(in, 0, out, 0, length, Op.MAX).await();
                if (me > 0) {
                  assertAll(out, length, me - 1);
                }
                Arrays.fill(in, me);
                world.reduceScatter(
                    in, 0, out, 0, new int[] {length, length, length, length}, Op.SUM);
                assertAll(out, length, 6);
              }
            }
          });
    }
  }
}
