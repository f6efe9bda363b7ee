package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ronsel.harness.HostCollectivesTest.blocks;
import static org.ronsel.harness.HostCollectivesTest.values;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.requirements.Requires;
import org.ronsel.soak.Soak;

/**
 * Blocking collective operations whose caller leaves in the middle, by an interrupt or an error:
 * the others get what they are to get, or are told, and ranks stay in step.
 */
class BrokenOffCollectivesTest {
  private static final Datatype<Long> LONG = Datatype.LONG;
  private static final Datatype<Integer> INT = Datatype.INT;

  /** More than two rounds of copies in shared memory. */
  private static final int LONG_LENGTH = 60_000;

  @TempDir private Path directory;

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  /** In shared memory of JVMs, in that of one JVM, and by messages. */
  static Stream<RankGroup> everyMeans() {
    return Stream.of(
        HostRanks.processes(2), HostRanks.processes(3), new HostRanks(2, 1), betweenHosts());
  }

  static Stream<Arguments> meansAndLengths() {
    return IntStream.of(1, LONG_LENGTH)
        .boxed()
        .flatMap(length -> everyMeans().map(group -> Arguments.of(group, length)));
  }

  private static RankGroup betweenHosts() {
    return new HostRanks(2, 2, "a", "b");
  }

  /** A wait that is interrupted clears the interrupt. */
  private static void awaitInterruptSeen(Thread thread) {
    while (thread.isInterrupted()) {
      Thread.yield();
    }
  }

  static void awaitParked(Thread thread) {
    while (thread.getState() == Thread.State.RUNNABLE) {
      Thread.yield();
    }
  }

  /** In several rounds, for which the one that was interrupted is needed. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("org.ronsel.harness.HostCollectivesTest#groups")
  void anInterruptedOperationGoesOnWhileItsCallerDoesOtherThings(RankGroup group) {
    int length = 60_000; // more than two rounds
    CountDownLatch interrupted = new CountDownLatch(1);
    try (group) {
      Ranks.run(
          group,
          world -> {
            int last = world.size() - 1;
            long[] mine = values(0, world.rank(), length);
            world.barrier(); // finds the memory
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              try {
                assertThatThrownBy(() -> world.broadcast(mine, 0))
                    .isInstanceOf(WaitInterruptedException.class);
              } finally {
                interrupted.countDown();
              }
              assertThat((Object) world.receiveObject(last, 0)).isEqualTo("done");
            } else {
              interrupted.await();
              world.broadcast(mine, 0);
              if (world.rank() == last) {
                world.sendObject("done", 0, 0);
              }
            }
            assertThat(mine).isEqualTo(values(0, 0, length));
            assertThat(world.allReduce(1, Op.SUM)).isEqualTo(world.size());
          });
    }
  }

  /** Who only gives is ahead as far as there is room when it has to wait, and is interrupted. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("org.ronsel.harness.HostCollectivesTest#groups")
  void aRootThatIsInterruptedAheadOfOthersHasGivenAll(RankGroup group) {
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    try (group) {
      Ranks.run(
          group,
          world -> {
            world.barrier(); // finds the memory
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              try {
                assertThatThrownBy(
                        () -> {
                          while (true) {
                            int call = calls.getAndIncrement();
                            world.broadcast(values(call, 0, call % 3 == 0 ? 100 : 1), 0);
                          }
                        })
                    .isInstanceOf(WaitInterruptedException.class);
              } finally {
                interrupted.countDown();
              }
            } else {
              interrupted.await();
              for (int call = 0; call < calls.get(); call++) {
                long[] data = new long[call % 3 == 0 ? 100 : 1];
                world.broadcast(data, 0);
                assertThat(data).isEqualTo(values(call, 0, data.length));
              }
            }
            assertThat(world.allReduce(1, Op.SUM)).isEqualTo(world.size());
          });
    }
  }

  /** What was made before the interruption is not made again, or operands would be added twice. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("org.ronsel.harness.HostCollectivesTest#groups")
  void anInterruptedReductionHasItsResultWhenTheNextCallBegins(RankGroup group) {
    int length = 60_000; // more than two rounds
    CountDownLatch interrupted = new CountDownLatch(1);
    try (group) {
      Ranks.run(
          group,
          world -> {
            long[] mine = values(0, world.rank(), length);
            long[] expected = new long[length];
            for (int rank = 0; rank < world.size(); rank++) {
              long[] theirs = values(0, rank, length);
              for (int i = 0; i < length; i++) {
                expected[i] += theirs[i];
              }
            }
            world.barrier(); // finds the memory
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              try {
                assertThatThrownBy(() -> world.allReduce(mine, Op.SUM))
                    .isInstanceOf(WaitInterruptedException.class);
              } finally {
                interrupted.countDown();
              }
            } else {
              interrupted.await();
              world.allReduce(mine, Op.SUM);
            }
            world.barrier();
            assertThat(mine).isEqualTo(expected);
          });
    }
  }

  /**
   * An exchange of which all find, after the caller of one has left it, that a block is too long to
   * be copied.
   */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("org.ronsel.harness.HostCollectivesTest#fewRanks")
  void anInterruptedExchangeOfLongBlocksIsMade(RankGroup group) {
    int length = 60_000;
    CountDownLatch interrupted = new CountDownLatch(1);
    try (group) {
      Ranks.run(
          group,
          world -> {
            int ranks = world.size();
            int me = world.rank();
            int[] given = IntStream.range(0, ranks).map(to -> me == 1 ? length : to).toArray();
            int[] taken = IntStream.range(0, ranks).map(from -> from == 1 ? length : me).toArray();
            long[] mine = blocks(ranks, to -> values(to, me, given[to]));
            long[] result = new long[Arrays.stream(taken).sum()];
            world.barrier(); // finds the memory
            if (me == 0) {
              Thread.currentThread().interrupt();
              try {
                assertThatThrownBy(
                        () -> world.allToAllv(mine, 0, given, null, result, 0, taken, null))
                    .isInstanceOf(WaitInterruptedException.class);
              } finally {
                interrupted.countDown();
              }
            } else {
              interrupted.await();
              world.allToAllv(mine, 0, given, null, result, 0, taken, null);
            }
            world.barrier();
            assertThat(result).isEqualTo(blocks(ranks, from -> values(me, from, taken[from])));
          });
    }
  }

  /** Each rank gives the memory back, be it when the operation that it has left is over. */
  @Test
  void memoryThatIsLeftInTheMiddleOfAnOperationServesOthers() {
    String piece = "org.ronsel.transport.shm.GroupMemoryPool$Piece";
    int length = 60_000;
    Ranks.run(
        HostRanks::processes,
        2,
        world -> {
          long before = 0;
          for (int i = 0; i < 30; i++) {
            if (i == 10) {
              world.barrier();
              before = Soak.alive(piece);
            }
            long[] data = new long[length];
            Comm comm = world.dup();
            comm.barrier(); // finds the memory
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              assertThatThrownBy(() -> comm.broadcast(data, 0))
                  .isInstanceOf(WaitInterruptedException.class);
              comm.close();
              world.barrier();
            } else {
              world.barrier();
              comm.broadcast(data, 0);
              comm.close();
            }
          }
          world.barrier();
          assertThat(Soak.alive(piece)).isLessThan(before + 10);
        });
  }

  static Stream<Arguments> confined() {
    return Stream.of(0, 1)
        .flatMap(
            rank ->
                Stream.of(
                    Arguments.of(HostRanks.processes(2), rank),
                    Arguments.of(new HostRanks(2, 1), rank),
                    Arguments.of(HostRanks.hybrid(3), rank)));
  }

  /** Only the caller's thread can read or write its memory, so it has to stay until the end. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("confined")
  void anInterruptedCallerWhoseMemoryIsItsThreadsAloneStays(RankGroup group, int who) {
    AtomicReference<Thread> interrupted = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (group) {
      Ranks.run(
          group,
          world -> {
            world.barrier(); // finds the memory
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment data = arena.allocate(ValueLayout.JAVA_LONG, LONG_LENGTH);
              if (world.rank() == 0) {
                data.copyFrom(MemorySegment.ofArray(values(0, 0, LONG_LENGTH)));
              }
              if (world.rank() == who) {
                interrupted.set(Thread.currentThread());
                Thread.currentThread().interrupt();
                begun.countDown();
                assertThatThrownBy(() -> broadcast(world, data))
                    .isInstanceOf(WaitInterruptedException.class);
              } else {
                begun.await();
                awaitInterruptSeen(interrupted.get());
                broadcast(world, data);
              }
              assertThat(world.allReduce(1, Op.SUM)).isEqualTo(world.size());
              assertThat(data.toArray(ValueLayout.JAVA_LONG)).isEqualTo(values(0, 0, LONG_LENGTH));
            }
          });
    }
  }

  private static void broadcast(Comm world, MemorySegment data) {
    world.untyped().broadcast(data, LONG, 0, LONG_LENGTH, 0);
  }

  /** Memory that is no array of the elements gets its result from a copy, in time all the same. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("meansAndLengths")
  void anInterruptedReductionOfSegmentsHasItsResultWhenTheNextCallBegins(
      RankGroup group, int length) {
    List<CountDownLatch> interrupted = List.of(new CountDownLatch(1), new CountDownLatch(1));
    try (group) {
      Ranks.run(
          group,
          world -> {
            long[] sum = new long[length];
            for (int rank = 0; rank < world.size(); rank++) {
              long[] theirs = values(0, rank, length);
              Arrays.setAll(sum, i -> sum[i] + theirs[i]);
            }
            try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
              for (Arena arena : List.of(shared, confined)) {
                CountDownLatch left = interrupted.get(arena == shared ? 0 : 1);
                MemorySegment data = arena.allocate(ValueLayout.JAVA_LONG, length);
                data.copyFrom(MemorySegment.ofArray(values(0, world.rank(), length)));
                world.barrier(); // finds the memory
                if (world.rank() == 0) {
                  Thread.currentThread().interrupt();
                  assertThatThrownBy(() -> sum(world, data, length))
                      .isInstanceOf(WaitInterruptedException.class);
                  left.countDown();
                } else {
                  left.await();
                  sum(world, data, length);
                }
                world.barrier();
                assertThat(data.toArray(ValueLayout.JAVA_LONG)).isEqualTo(sum);
              }
            }
          });
    }
  }

  private static void sum(Comm world, MemorySegment data, int length) {
    world.untyped().allReduce(data, 0, data, 0, LONG, length, Op.SUM);
  }

  /** Others would wait for what a root cannot give any more, or take a later call for this one. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("org.ronsel.harness.HostCollectivesTest#groups")
  void anErrorInTheMiddleIsToldToAll(RankGroup group) {
    AtomicReference<Thread> root = new AtomicReference<>();
    CountDownLatch begins = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Arena arena = Arena.ofShared();
    MemorySegment given = arena.allocate(ValueLayout.JAVA_LONG, LONG_LENGTH);
    try (group) {
      Ranks.run(
          group,
          world -> {
            world.barrier(); // finds the memory
            if (world.rank() == 0) {
              root.set(Thread.currentThread());
              begins.countDown();
              assertThatThrownBy(() -> broadcast(world, given))
                  .isInstanceOf(IllegalStateException.class);
            } else {
              if (world.rank() == 1) {
                begins.await();
                awaitParked(root.get()); // there is room for two rounds
                arena.close();
                closed.countDown();
              }
              closed.await();
              assertThatThrownBy(() -> world.broadcast(new long[LONG_LENGTH], 0))
                  .isInstanceOf(RonselException.class)
                  .hasMessageContaining("rank 0")
                  .hasMessageContaining("broadcast");
            }
            assertNoMoreCalls(world);
          });
    }
  }

  /** Nobody waits for a rank that has not begun its part, or combines its next call with this. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("everyMeans")
  void aStartWhoseMemoryIsClosedIsToldToAll(RankGroup group) {
    try (group) {
      Ranks.run(
          group,
          world -> {
            Arena arena = Arena.ofShared();
            MemorySegment given = arena.allocate(ValueLayout.JAVA_LONG, 1000);
            PersistentRequest sum =
                world
                    .untyped()
                    .persistent()
                    .allReduce(given, 0, new long[1000], 0, LONG, 1000, Op.SUM);
            sum.start();
            sum.await();
            if (world.rank() == 0) {
              arena.close();
            }
            assertThatThrownBy(
                    () -> {
                      sum.start();
                      sum.await();
                    })
                .isInstanceOf(RonselException.class)
                .hasMessageContaining(
                    "rank 0, persistentAllReduce on world: cannot read the data: ");
            assertThatThrownBy(sum::start)
                .isInstanceOf(RonselException.class)
                .hasMessageContaining("a collective operation has failed");
            assertNoMoreCalls(world);
          });
    }
  }

  /** A call with memory that cannot be read. */
  private enum Unreadable {
    BLOCKING {
      @Override
      void call(Comm world, MemorySegment given) {
        world.untyped().allReduce(given, 0, new int[LONG_LENGTH], 0, INT, LONG_LENGTH, Op.SUM);
      }
    },
    STARTED {
      @Override
      void call(Comm world, MemorySegment given) {
        int[] result = new int[LONG_LENGTH];
        world.untyped().started().scan(given, 0, result, 0, INT, LONG_LENGTH, Op.SUM).await();
      }
    },
    READ_IN_A_STEP {
      @Override
      void call(Comm world, MemorySegment given) {
        int[] all = new int[LONG_LENGTH * world.size()];
        world
            .untyped()
            .started()
            .allGather(given, INT, 0, LONG_LENGTH, all, INT, 0, LONG_LENGTH)
            .await();
      }
    };

    abstract void call(Comm world, MemorySegment given);
  }

  static Stream<Arguments> unreadable() {
    return Stream.of(Unreadable.values())
        .flatMap(call -> everyMeans().map(group -> Arguments.of(call, group)));
  }

  /** The same where the JVM throws an error: the end of the file lies before the data. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("unreadable")
  void aCallWithAFileThatHasBecomeShorterIsToldToAll(Unreadable call, RankGroup group)
      throws IOException {
    try (group;
        FileChannel file =
            FileChannel.open(
                directory.resolve("data"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment gone =
          file.map(FileChannel.MapMode.READ_WRITE, 0, 4L * LONG_LENGTH, Arena.ofAuto());
      file.truncate(0);
      Ranks.run(
          group,
          world -> {
            MemorySegment given =
                world.rank() == 0 ? gone : MemorySegment.ofArray(new int[LONG_LENGTH]);
            assertThatThrownBy(() -> call.call(world, given)).isInstanceOf(RonselException.class);
            if (call != Unreadable.READ_IN_A_STEP) {
              assertNoMoreCalls(world);
            }
          });
    }
  }

  private static void assertNoMoreCalls(Comm world) {
    assertThatThrownBy(() -> world.allReduce(1, Op.SUM))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("a collective operation has failed");
  }
}
