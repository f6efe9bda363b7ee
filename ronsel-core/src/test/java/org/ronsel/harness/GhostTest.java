package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.LocalRanks;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.Window;
import org.ronsel.comm.Communicator;
import org.ronsel.comm.RankState;
import org.ronsel.conformance.Conformance;
import org.ronsel.onesided.ExposedPool;
import org.ronsel.requirements.Requires;

/** Windows of ranks on several hosts, with a ghost on each. */
class GhostTest {
  private static final int RANKS = 4;

  @BeforeEach
  void sharedMemory() {
    Requires.sharedMemory();
  }

  private static HostRanks start() {
    return HostRanks.withGhosts(1, RANKS, "a", "b");
  }

  /** All but rank 0, which makes no call until they have ended, so that nothing is its doing. */
  private interface Others {
    void run(Window window, Comm world);
  }

  private static void besideAnIdleRank(Others others, long expected) {
    CountDownLatch done = new CountDownLatch(RANKS - 1);
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, 500)) {
              assertThat(window.progressIsAsynchronous()).isTrue();
              world.barrier();
              if (world.rank() == 0) {
                done.await();
                assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
              } else {
                others.run(window, world);
                done.countDown();
              }
              world.barrier();
            }
          });
    }
  }

  /** Ghosts are asked when memory is allocated, for all windows that use it later. */
  @Test
  void memoryThatAnInterruptedRankAllocatesIsServed() {
    long bytes = 300_000;
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            RankState state = ((Communicator) world).state();
            Thread.currentThread().interrupt();
            ExposedPool pool = state.exposedPool();
            List<ExposedPool.Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
              pieces.add(pool.allocate(bytes));
            }
            assertThat(Thread.interrupted()).isTrue();
            int known = pool.allocate(bytes).exposed().key().length; // with its ghosts
            assertThat(pieces).allMatch(piece -> piece.exposed().key().length == known);
            try (Window window = Window.allocate(world, 8, 1, new Info())) {
              assertThat(window.progressIsAsynchronous()).isTrue();
              world.barrier();
            }
          });
    }
  }

  @Test
  void ghostsAreInNoCommunicator() {
    try (HostRanks ranks = start()) {
      Ranks.run(ranks, world -> assertThat(world.size()).isEqualTo(RANKS));
    }
  }

  @Test
  void accumulatesAreCarriedOutWhileTheTargetComputes() {
    besideAnIdleRank(
        (window, world) -> {
          window.lockAll();
          for (int i = 0; i < 50; i++) {
            window.accumulate(new long[] {1, 2}, 0, 0, Op.SUM);
            window.flush(0);
          }
          window.unlockAll();
        },
        50 * (RANKS - 1));
  }

  @Test
  void longAndStridedAccumulatesOfAllHostsShareTheGateOfTheOwner() {
    besideAnIdleRank(
        (window, world) -> {
          Datatype<?> everySecond = Datatype.vector(200, 1, 2, Datatype.LONG);
          long[] ones = new long[200];
          Arrays.fill(ones, 1);
          window.lockAll();
          for (int i = 0; i < 20; i++) {
            window.untyped().accumulate(ones, Datatype.LONG, 0, 200, 0, 0, everySecond, 1, Op.SUM);
          }
          window.unlockAll();
        },
        20 * (RANKS - 1));
  }

  @Test
  void exclusiveLocksAreTakenThroughTheGhost() {
    besideAnIdleRank(
        (window, world) -> {
          long[] value = new long[1];
          for (int i = 0; i < 20; i++) {
            window.lock(LockType.EXCLUSIVE, 0);
            window.get(value, 0, 0);
            window.flush(0);
            value[0]++;
            window.put(value, 0, 0);
            window.unlock(0);
          }
        },
        20 * (RANKS - 1));
  }

  @Test
  void atomicOperationsOfSeveralHostsAddUp() {
    besideAnIdleRank(
        (window, world) -> {
          window.lockAll();
          for (int i = 0; i < 30; i++) {
            window.fetchAndOp(1L, 0, 0, Op.SUM);
            long seen = window.fetchAndOp(0L, 0, 8, Op.NO_OP);
            while (window.compareAndSwap(seen + 1, seen, 0, 8) != seen) {
              seen = window.fetchAndOp(0L, 0, 8, Op.NO_OP);
            }
          }
          window.unlockAll();
          assertThat(window.progressIsAsynchronous(0)).isTrue();
        },
        30 * (RANKS - 1));
  }

  /** Ghost and owner accumulate to one place in turn, and each origin changes when it likes. */
  @Test
  void whoCarriesOutOperationsMayChangeAtAnyTime() {
    int times = 40;
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            int me = world.rank();
            try (Window window =
                Window.allocate(world, 8, 8, new Info().set("ronsel_progress", "target"))) {
              int remote = (me + 1) % RANKS;
              assertThat(window.progressIsAsynchronous(remote)).isFalse();
              world.barrier();
              window.lockAll();
              long last = -1;
              for (int i = 0; i < times; i++) {
                String who = (i + me) % 3 == 0 ? "ghost" : "target";
                window.info(new Info().set("ronsel_progress", who));
                assertThat(window.progressIsAsynchronous(remote)).isEqualTo(who.equals("ghost"));
                window.accumulate(new long[] {1}, remote, 0, Op.SUM);
                long seen = window.fetchAndOp(0L, remote, 0, Op.NO_OP);
                assertThat(seen).isGreaterThan(last);
                last = seen;
              }
              window.unlockAll();
              world.barrier();
              assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(times);
            }
          });
    }
  }

  /**
   * An origin leaves the ghost for an owner that waits in calls, and comes back when it computes.
   */
  @Test
  void anOwnerThatWaitsInCallsServesItselfWhereThatIsWanted() {
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            Info hints = new Info().set("ronsel_progress", "auto");
            try (Window window = Window.allocate(world, 8, 8, hints)) {
              int origin = RANKS - 1;
              world.barrier();
              if (world.rank() == origin) {
                window.lockAll();
                long done = 0;
                assertThat(window.progressIsAsynchronous(0)).isTrue();
                while (window.progressIsAsynchronous(0)) { // until the test's own deadline
                  done = window.fetchAndOp(1L, 0, 0, Op.SUM) + 1;
                }
                assertThat(window.fetchAndOp(1L, 0, 0, Op.SUM)).isEqualTo(done);
                world.send(new int[0], 0, 0);
                while (!window.progressIsAsynchronous(0)) {
                  done++;
                  assertThat(window.fetchAndOp(1L, 0, 0, Op.SUM)).isEqualTo(done);
                }
                window.unlockAll();
                world.send(new int[0], 0, 1);
              } else if (world.rank() == 0) {
                world.receive(new int[0], origin, 0);
                // Computes, for longer and longer, and makes a call in between.
                for (long ms = 20; world.iProbe(origin, 1) == null; ms *= 2) {
                  Thread.sleep(ms);
                }
                world.receive(new int[0], origin, 1);
              }
              world.barrier();
            }
          });
    }
  }

  /** Puts and gets go to any ghost of the host, accumulates to one; a flush waits for all. */
  @ParameterizedTest
  @ValueSource(strings = {"rank", "random", "operations", "bytes", "segments"})
  void severalGhostsServeARankThatComputes(String binding) {
    int length = 4000;
    CountDownLatch done = new CountDownLatch(RANKS - 1);
    try (HostRanks ranks = HostRanks.withGhosts(3, RANKS, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            int me = world.rank();
            Info hints = new Info().set("ronsel_binding", binding);
            try (Window window = Window.allocate(world, Long.BYTES * RANKS * length, 8, hints)) {
              world.barrier();
              if (me == 0) {
                done.await();
                for (int other = 1; other < RANKS; other++) {
                  long first = window.memory().getAtIndex(ValueLayout.JAVA_LONG, other * length);
                  assertThat(first).isEqualTo(1000 + other);
                }
                assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0))
                    .isEqualTo(20 * (RANKS - 1));
              } else {
                window.lockAll();
                Random random = new Random(me);
                long[] mine = new long[length];
                for (int round = 0; round < 20; round++) {
                  for (int from = 0; from < length; ) { // in parts of all lengths
                    int part = Math.min(length - from, 1 + random.nextInt(length));
                    long[] data = new long[part];
                    for (int i = 0; i < part; i++) {
                      data[i] = random.nextLong();
                      mine[from + i] = data[i];
                    }
                    window.put(data, 0, me * length + from);
                    from += part;
                  }
                  window.accumulate(new long[] {1}, 0, 0, Op.SUM);
                  window.flush(0);
                  long[] seen = new long[length];
                  window.get(seen, 0, me * length);
                  window.flushLocal(0);
                  assertThat(seen).isEqualTo(mine);
                }
                window.put(new long[] {1000 + me}, 0, me * length);
                window.unlockAll();
                done.countDown();
              }
              world.barrier();
            }
          });
    }
  }

  /**
   * Ghosts that divide the memory keep the order of accumulates in each place: of short and long
   * ones, across borders, and of patterns.
   */
  @Test
  void accumulatesOnMemoryThatGhostsDivideKeepTheirOrder() {
    int length = 3000;
    try (HostRanks ranks = HostRanks.withGhosts(3, 2, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            int other = 1 - world.rank();
            Info hints = new Info().set("ronsel_binding", "segments");
            try (Window window = Window.allocate(world, Double.BYTES * length, 8, hints)) {
              world.barrier();
              Random random = new Random(world.rank());
              double[] mine = new double[length];
              window.lockAll();
              for (int i = 0; i < 300; i++) {
                int stride = 1 + random.nextInt(3) * random.nextInt(300);
                int n = 1 + random.nextInt(i % 2 == 0 ? 8 : (length - 1) / stride);
                n = Math.min(n, (length - 1) / stride);
                int at = random.nextInt(length - (n - 1) * stride);
                double[] values = random.doubles(n).toArray();
                for (int j = 0; j < n; j++) {
                  mine[at + j * stride] = values[j];
                }
                Datatype<?> places = Datatype.vector(n, 1, stride, Datatype.DOUBLE);
                if (stride == 1) {
                  window.accumulate(values, other, at, Op.REPLACE);
                } else {
                  window
                      .untyped()
                      .accumulate(values, Datatype.DOUBLE, 0, n, other, at, places, 1, Op.REPLACE);
                }
              }
              window.flush(other);
              double[] all = new double[length];
              window.get(all, other, 0);
              window.unlockAll();
              assertThat(all).isEqualTo(mine);
              world.barrier();
            }
          });
    }
  }

  /** Epochs of active targets are of the ranks alone, and complete what ghosts do in them. */
  @ParameterizedTest
  @ValueSource(strings = {"fence", "post"})
  void epochsOfActiveTargetsCompleteWhatGhostsDo(String epoch) {
    int rounds = 10;
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, RANKS + 1)) {
              int me = world.rank();
              assertThat(window.progressIsAsynchronous()).isTrue();
              for (int round = 1; round <= rounds; round++) {
                if (epoch.equals("fence")) {
                  window.fence();
                } else {
                  window.post(world.group());
                  window.start(world.group());
                }
                for (int to = 0; to < RANKS; to++) {
                  window.put(new long[] {round}, to, me);
                  window.accumulate(new long[] {me + 1}, to, RANKS, Op.SUM);
                }
                if (epoch.equals("fence")) {
                  window.fence(Window.Assertion.NO_SUCCEED);
                } else {
                  window.complete();
                  window.await();
                }
                long[] mine = window.memory().toArray(ValueLayout.JAVA_LONG);
                assertThat(Arrays.copyOf(mine, RANKS)).containsOnly(round);
                assertThat(mine[RANKS]).isEqualTo(round * RANKS * (RANKS + 1) / 2);
                world.barrier(); // then others may put again
              }
            }
          });
    }
  }

  /** Ranks 1 and 3 lock ranks 0 and 2, which share a ghost and make no call. */
  @Test
  void anExclusiveLockOfARankKeepsNobodyFromAnotherOfItsHost() {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch other = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, 1)) {
              world.barrier();
              switch (world.rank()) {
                case 1 -> {
                  window.lock(LockType.EXCLUSIVE, 0);
                  held.countDown();
                  other.await();
                  window.unlock(0);
                  done.countDown();
                }
                case 3 -> {
                  held.await();
                  for (LockType type : LockType.values()) {
                    window.lock(type, 2);
                    window.put(new long[] {7}, 2, 0);
                    window.unlock(2);
                  }
                  other.countDown();
                  done.countDown();
                }
                default -> done.await();
              }
              world.barrier();
              long expected = world.rank() == 2 ? 7 : 0;
              assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
            }
          });
    }
  }

  /** Memory of {@code Ronsel.allocate}, which ghosts and ranks of the host see. */
  @Test
  void memoryOfRonselIsServedByGhostsInCreatedWindowsToo() {
    CountDownLatch done = new CountDownLatch(RANKS - 1);
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            MemorySegment own = ranks.job(world.rank()).allocate(64); // as Ronsel.allocate
            try (Window window = Window.create(world, Datatype.LONG, own)) {
              assertThat(window.progressIsAsynchronous()).isTrue();
              world.barrier();
              if (world.rank() == 0) {
                done.await();
                assertThat(own.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(RANKS - 1);
              } else {
                window.lockAll();
                window.accumulate(new long[] {1}, 0, 1, Op.SUM);
                window.unlockAll();
                done.countDown();
              }
              world.barrier();
            }
          });
    }
  }

  /** What the conformance suite runs in all placements, here by ghosts. */
  @Test
  void anOwnerAndOthersSeeWhatGhostsHaveDoneInOrder() throws Exception {
    for (Conformance.Scenario scenario : Conformance.scenarios()) {
      if (scenario.name().startsWith("windowlitmus.")) {
        try (HostRanks ranks = start()) {
          Ranks.run(ranks, scenario::run);
        }
      }
    }
  }

  /** The others go on for one that has failed, also where it was not the one of the rank. */
  @Test
  void theOtherGhostsOfAHostReplaceOneThatHasFailed() {
    try (HostRanks ranks = HostRanks.withGhosts(2, RANKS, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Info hints = new Info().set("ronsel_binding", "operations");
            try (Window window = Window.allocate(world, 8, 8, hints)) {
              int remote = (world.rank() + 1) % RANKS;
              world.barrier();
              if (world.rank() == 0) {
                ranks.failJvm(RANKS + 2);
                ranks.failJvm(RANKS + 3);
              }
              world.barrier();
              window.lock(LockType.SHARED, remote);
              for (int i = 0; i < 10; i++) {
                window.put(new long[] {i}, remote, 0);
                window.flush(remote);
                long[] seen = new long[1];
                window.get(seen, remote, 0);
                window.flush(remote);
                assertThat(seen).containsExactly(i);
              }
              window.unlock(remote);
              world.barrier();
            }
          });
    }
  }

  /** Memory that no ghost sees is served by its owner, as without ghosts. */
  @Test
  void memoryThatIsNotRonselsIsServedByItsOwner() {
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            int remote = (world.rank() + 1) % RANKS;
            long[] array = new long[1];
            MemorySegment own = MemorySegment.ofArray(array);
            try (Window window = Window.create(world, Datatype.LONG, own);
                Window dynamic = Window.createDynamic(world, new Info())) {
              assertThat(window.progressIsAsynchronous(remote)).isFalse();
              assertThat(dynamic.progressIsAsynchronous(remote)).isFalse();
              window.fence();
              window.accumulate(new long[] {7}, remote, 0, Op.SUM);
              window.fence();
              assertThat(array).containsExactly(7);
            }
          });
    }
  }

  /** The job goes on: operations that may be lost fail once, those after them go to the owner. */
  @Test
  void withoutItsGhostARankServesItsMemoryItself() {
    try (HostRanks ranks = start()) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, 8)) {
              world.barrier();
              if (world.rank() == 0) {
                ranks.failJvm(RANKS);
                ranks.failJvm(RANKS + 1);
              }
              world.barrier();
              assertThat(window.progressIsAsynchronous((world.rank() + 1) % RANKS)).isFalse();
              window.fence();
              for (int to = 0; to < RANKS; to++) {
                window.accumulate(new long[] {5}, to, 0, Op.SUM);
              }
              window.fence();
              assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5 * RANKS);
            }
          });
    }
  }

  /** All that wait for a ghost learn that it has failed, also by a part of their data. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void everyRequestThatAGhostHasLostFails(int ghostOfRank0) {
    int length = 100;
    try (HostRanks ranks = HostRanks.withGhosts(2, 2, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Info hints = new Info().set("ronsel_binding", "segments");
            try (Window window = Window.allocate(world, Long.BYTES * length, 8, hints)) {
              if (world.rank() == 1) {
                window.lock(LockType.SHARED, 0);
                long[] all = new long[length];
                window.get(all, 0, 0);
                window.flush(0);
                ranks.stopGhost(ghostOfRank0);
                Request first = window.rGet(new long[length], 0, length, 0, 0);
                Request second = window.rGet(new long[length], 0, length, 0, 0);
                ranks.failJvm(ghostOfRank0);
                String why = "ghost that served the memory of rank 0";
                assertThatThrownBy(() -> LocalRanks.awaitCondition(first::test))
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining(why);
                assertThat(Request.awaitAny(second)).isZero();
                assertThatThrownBy(second::await)
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining(why);
                window.rGet(all, 0, length, 0, 0).await();
                window.unlock(0);
              }
              world.barrier();
            }
          });
    }
  }

  /** The release has not been carried out, and nobody asks for the lock before the ghost fails. */
  @Test
  void anExclusiveLockWhoseGhostHasFailedIsReleased() {
    int ghostOfRank0 = 4;
    CountDownLatch released = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.withGhosts(1, 4, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.LONG, 1);
            switch (world.rank()) {
              case 1 -> {
                window.lock(LockType.EXCLUSIVE, 0);
                ranks.stopGhost(ghostOfRank0);
                window.unlock(0);
                ranks.failJvm(ghostOfRank0);
                released.countDown();
                window.lock(LockType.SHARED, 0);
                window.unlock(0);
              }
              case 3 -> {
                released.await();
                window.lock(LockType.EXCLUSIVE, 0);
                window.unlock(0);
              }
              default -> {}
            }
            world.barrier();
            window.close();
          });
    }
  }

  /** Neither a release nor a request is answered: who asks once more gets the lock. */
  @Test
  void anExclusiveLockWhoseGhostHasFailedIsTakenAgain() {
    int ghostOfRank0 = 2;
    CountDownLatch stopped = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.withGhosts(1, 2, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            try (Window window = Window.allocate(world, Datatype.LONG, 1)) {
              if (world.rank() == 1) {
                window.lock(LockType.EXCLUSIVE, 0);
                ranks.stopGhost(ghostOfRank0);
                stopped.countDown();
                window.unlock(0);
                assertThatThrownBy(() -> window.lock(LockType.EXCLUSIVE, 0))
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining("ghost that served the memory of rank 0");
                window.lock(LockType.EXCLUSIVE, 0);
                window.put(new long[] {7}, 0, 0);
                window.unlock(0);
              } else {
                stopped.await(); // the first lock may have been waited for, too
                while (!ranks.job(1).waits().toString().contains("exclusive lock")) {
                  Thread.yield();
                }
                ranks.failJvm(ghostOfRank0);
              }
              world.barrier();
              window.lock(LockType.EXCLUSIVE, world.rank());
              window.unlock(world.rank());
              long expected = world.rank() == 0 ? 7 : 0;
              assertThat(window.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(expected);
              world.barrier();
            }
          });
    }
  }

  /** It is not known whether the release has been carried out. */
  @Test
  void anExclusiveLockIsNotWaitedForWhereAGhostHasLostTheReleaseOfASharedOne() {
    int ghostOfRank0 = 4;
    CountDownLatch lost = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.withGhosts(1, 4, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.LONG, 1);
            switch (world.rank()) {
              case 1 -> {
                window.lock(LockType.SHARED, 0);
                ranks.stopGhost(ghostOfRank0);
                window.unlock(0);
                ranks.failJvm(ghostOfRank0);
                lost.countDown();
              }
              case 3 -> {
                lost.await();
                assertIsInDoubt(() -> window.lock(LockType.EXCLUSIVE, 0));
                window.lock(LockType.SHARED, 0);
                window.put(new long[] {7}, 0, 0);
                window.unlock(0);
              }
              default -> {}
            }
            world.barrier();
            window.close();
          });
    }
  }

  /** A request is lost, but not carried out: the lock is granted when nobody holds a shared one. */
  @Test
  void whoeverGetsTheExclusiveLockSettlesDoubtsAboutSharedOnes() {
    int ghostOfRank0 = 4;
    CountDownLatch[] steps =
        Stream.generate(() -> new CountDownLatch(1)).limit(4).toArray(CountDownLatch[]::new);
    try (HostRanks ranks = HostRanks.withGhosts(1, 4, "a", "b")) {
      Ranks.run(
          ranks,
          world -> {
            Window window = Window.allocate(world, Datatype.LONG, 1);
            switch (world.rank()) {
              case 1 -> {
                loseSharedLock(ranks, ghostOfRank0, window);
                window.lock(LockType.SHARED, 0);
                window.flush(0);
                steps[0].countDown();
                steps[1].await();
                window.unlock(0);
                steps[2].await();
                window.lock(LockType.SHARED, 0);
                steps[3].countDown();
                ranks.awaitWaitOf(Duration.ofMillis(700), 3); // longer than what is in doubt
                window.unlock(0);
              }
              case 3 -> {
                steps[0].await();
                assertIsInDoubt(() -> window.lock(LockType.EXCLUSIVE, 0));
                steps[1].countDown();
                window.lock(LockType.EXCLUSIVE, 0);
                window.unlock(0);
                steps[2].countDown();
                steps[3].await();
                window.lock(LockType.EXCLUSIVE, 0);
                window.unlock(0);
              }
              default -> {}
            }
            world.barrier();
            window.close();
          });
    }
  }

  private static void assertIsInDoubt(ThrowingCallable lock) {
    assertThatThrownBy(lock)
        .isInstanceOf(ProcessFailedException.class)
        .hasMessageStartingWith("rank 3, lock")
        .hasMessageContaining("rank 0")
        .hasMessageContaining("counts 1 shared, and it is not known whether any is held")
        .hasMessageContaining("make the window anew");
  }

  private static void loseSharedLock(HostRanks ranks, int ghost, Window window) throws Exception {
    ranks.stopGhost(ghost);
    Thread failing =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!ranks.job(1).waits().toString().contains("shared lock")) {
                    Thread.yield();
                  }
                  ranks.failJvm(ghost);
                });
    assertThatThrownBy(() -> window.lock(LockType.SHARED, 0))
        .isInstanceOf(ProcessFailedException.class)
        .hasMessageStartingWith("rank 1, lock on window")
        .hasMessageContaining("ghost that served the memory of rank 0");
    failing.join();
  }
}
