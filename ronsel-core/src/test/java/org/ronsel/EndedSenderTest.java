package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.harness.AtOnce;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.Ranks;

/**
 * Whoever waits for a message of a rank that has ended, or for one to receive its own, is told;
 * nobody else notices.
 */
class EndedSenderTest {
  /** Longer than it takes to ask whether a rank has ended. */
  private static final Duration LONG = Duration.ofMillis(500);

  private record Wait(String name, Consumer<Comm> on, String... words) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Wait> waits() {
    return List.of(
        new Wait(
            "receive",
            comm -> comm.receive(new int[1], 1, 5),
            "receive from rank 1, tag 5, on world"),
        new Wait(
            "receive of any tag",
            comm -> comm.receive(new int[1], 1, Ronsel.ANY_TAG),
            "receive from rank 1, any tag, on world"),
        new Wait(
            "iReceive",
            comm -> comm.iReceive(new int[1], 1, 5).await(),
            "receive from rank 1, tag 5, on world"),
        new Wait(
            "a wait of limited time",
            comm -> comm.iReceive(new int[1], 1, 5).await(Duration.ofMinutes(1)),
            "receive from rank 1, tag 5, on world"),
        new Wait(
            "iSendReceive",
            comm -> comm.iSendReceive(new int[1], Ronsel.PROC_NULL, 5, new int[1], 1, 5).await(),
            "receive from rank 1, tag 5, on world"),
        new Wait(
            "receiveObject",
            comm -> comm.receiveObject(1, 6),
            "receive from rank 1, tag 6, on world"),
        new Wait("probe", comm -> comm.probe(1, 5), "probe from rank 1, tag 5, on world"),
        new Wait(
            "gatherObjects",
            comm -> comm.gatherObjects("x", 0),
            "receive from rank 1, any tag, on world"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWaitForARankThatHasEndedFails(int jvms) throws Exception {
    AtOnce.forEach(waits(), wait -> waitForEnded(jvms, wait));
  }

  private static void waitForEnded(int jvms, Wait wait) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              ProcessFailedException error =
                  catchThrowableOfType(ProcessFailedException.class, () -> wait.on.accept(world));
              assertThat(error)
                  .isNotNull()
                  .hasMessageContaining("rank 0: ")
                  .hasMessageContaining("rank 1 has ended");
              assertThat(error.getMessage()).contains(wait.words);
              assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
              world.send(new int[1], 2, 1);
            } else if (world.rank() == 2) {
              world.receive(new int[1], 0, 1); // others can be waited for as before
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aReceiveFromAnySourceFailsAlsoIfItsCommunicatorHasBeenClosed(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            Comm own = world.dup();
            if (world.rank() == 0) {
              Request receive = own.iReceive(new int[1], Ronsel.ANY_SOURCE, 5);
              own.close();
              assertThatThrownBy(receive::await)
                  .isInstanceOf(ProcessFailedException.class)
                  .hasMessageContaining("ended");
            }
          });
    }
  }

  /** Also if it waited before, and longer than it takes to ask. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aWaitFailsWhenTheSenderEnds(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              assertThatThrownBy(() -> world.receive(new int[1], 1, 5))
                  .isInstanceOf(ProcessFailedException.class)
                  .hasMessageContaining("rank 1 has ended");
            } else {
              ranks.awaitWaitOf(Duration.ofMillis(300), 0);
            }
          });
    }
  }

  /** What a rank has sent before it ended arrives, whatever its length. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatWasSentIsReceivedStill(int jvms) {
    CountDownLatch ended = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 1) {
              world.send(new int[] {7}, 0, 5);
              var _ = world.iSend(new int[1_000_000], 0, 6);
              var _ = world.iBroadcast(new int[] {9}, 1);
              ended.countDown();
              return;
            }
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            world.receive(new int[1_000_000], 1, 6);
            assertThatThrownBy(() -> world.receive(new int[1], 1, 4))
                .isInstanceOf(ProcessFailedException.class);
            int[] got = new int[1];
            world.receive(got, 1, 5);
            assertThat(got).containsExactly(7);
            world.iBroadcast(got, 1).await();
            assertThat(got).containsExactly(9);
          });
    }
  }

  /** A program may cancel what it waits for together with something else. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aReceiveThatIsNotWaitedForAloneStaysAsItIs(int jvms) {
    CountDownLatch told = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            switch (world.rank()) {
              case 0 -> {
                Request never = world.iReceive(new int[1], 1, 5);
                assertThatThrownBy(() -> world.receive(new int[1], 1, 4))
                    .isInstanceOf(ProcessFailedException.class);
                told.countDown();
                int[] got = new int[1];
                Request later = world.iReceive(got, 2, 5);
                assertThat(Request.awaitAny(never, later)).isEqualTo(1);
                assertThat(got).containsExactly(3);
                assertThat(never.cancel()).isTrue();
                assertThat(never.await().isCancelled()).isTrue();
              }
              case 2 -> {
                assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
                ranks.awaitWaitOf(0);
                world.send(new int[] {3}, 0, 5);
              }
              default -> {}
            }
          });
    }
  }

  // ---- any source ----

  private static List<Wait> waitsForAny() {
    int any = Ronsel.ANY_SOURCE;
    return List.of(
        new Wait("receive", comm -> comm.receive(new int[1], any, 5), "receive", "tag 5"),
        new Wait(
            "receive of any tag",
            comm -> comm.receive(new int[1], any, Ronsel.ANY_TAG),
            "receive",
            "any tag"),
        new Wait("iReceive", comm -> comm.iReceive(new int[1], any, 5).await(), "receive", "tag 5"),
        new Wait(
            "iSendReceive",
            comm -> comm.iSendReceive(new int[1], 0, 6, new int[1], any, 5).await(),
            "receive",
            "tag 5"),
        new Wait("receiveObject", comm -> comm.receiveObject(any, 6), "receive", "tag 6"),
        new Wait("probe", comm -> comm.probe(any, 5), "probe", "tag 5"),
        new Wait("mProbe", comm -> comm.mProbe(any, 5), "probe", "tag 5"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWaitForAnybodyFailsWhenAllOthersHaveEnded(int jvms) throws Exception {
    AtOnce.forEach(waitsForAny(), wait -> waitForAnybody(jvms, wait));
  }

  private static void waitForAnybody(int jvms, Wait wait) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            switch (world.rank()) {
              case 0 -> {
                ProcessFailedException error =
                    catchThrowableOfType(ProcessFailedException.class, () -> wait.on.accept(world));
                assertThat(error).isNotNull();
                assertThat(error.getMessage())
                    .startsWith("rank 0: ")
                    .contains("from any source", "on world: all other ranks of it have ended")
                    .contains(wait.words);
                assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
                Request own = world.iReceive(new int[1], Ronsel.ANY_SOURCE, 5);
                world.send(new int[1], 0, 5);
                assertThat(own.await().source()).isZero();
              }
              case 1 -> {} // has ended before
              default -> ranks.awaitWaitOf(LONG, 0); // ends during the wait
            }
          });
    }
  }

  /** As long as one of them runs, it can send; what it has sent is received when it has ended. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWaitForAnybodyGoesOnWhileOneRuns(int jvms) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              int[] got = new int[1];
              assertThat(world.receive(got, Ronsel.ANY_SOURCE, 5).source()).isEqualTo(2);
              assertThat(world.receive(got, Ronsel.ANY_SOURCE, 6).source()).isEqualTo(2);
              assertThatThrownBy(() -> world.receive(got, Ronsel.ANY_SOURCE, 6))
                  .isInstanceOf(ProcessFailedException.class);
              assertThat(world.receive(got, Ronsel.ANY_SOURCE, 7).source()).isEqualTo(2);
            } else if (world.rank() == 2) {
              ranks.awaitWaitOf(LONG, 0);
              world.send(new int[1], 0, 7);
              world.send(new int[1], 0, 6);
              world.send(new int[1], 0, 5);
            }
          });
    }
  }

  /** Another thread of the rank may send to it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aWaitForAnybodyGoesOnWhileAThreadOfTheRankCanSend(int jvms) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              CountDownLatch called = new CountDownLatch(1);
              Thread other =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            world.send(new int[1], 0, 4);
                            called.countDown();
                            ranks.awaitWaitOf(LONG, 0);
                            world.send(new int[1], 0, 5);
                          });
              assertThat(called.await(60, TimeUnit.SECONDS)).isTrue();
              assertThat(world.receive(new int[1], Ronsel.ANY_SOURCE, 5).source()).isZero();
              world.receive(new int[1], Ronsel.ANY_SOURCE, 4);
              other.join();
            }
          });
    }
  }

  /** Who waits in an inter-communicator waits for the other group alone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aWaitForAnybodyOfTheOtherGroupFailsWhenThatHasEnded(int jvms) {
    try (HostRanks ranks = new HostRanks(4, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            int half = world.rank() / 2;
            try (Comm own = world.split(half, 0);
                InterComm inter = own.createInter(0, world, half == 0 ? 2 : 0, 9)) {
              if (world.rank() == 0) {
                assertThatThrownBy(() -> inter.receive(new int[1], Ronsel.ANY_SOURCE, 5))
                    .isInstanceOf(ProcessFailedException.class)
                    .hasMessageContaining("from any source, tag 5")
                    .hasMessageContaining("all other ranks of it have ended");
                world.send(new int[1], 1, 1);
              } else if (world.rank() == 1) {
                world.receive(new int[1], 0, 1);
              }
            }
          });
    }
  }

  // ---- sends ----

  private static List<Wait> sends() {
    int[] large = new int[2_000_000];
    return List.of(
        new Wait("sendSynchronous", comm -> comm.sendSynchronous(new int[1], 1, 5), "sendSync"),
        new Wait("a long one", comm -> comm.sendSynchronous(large, 1, 5), "sendSynchronous"),
        new Wait(
            "iSendSynchronous",
            comm -> comm.iSendSynchronous(new int[1], 1, 5).await(),
            "sendSynchronous"),
        new Wait(
            "iSendSynchronous, tested",
            comm -> testUntilComplete(comm.iSendSynchronous(new int[1], 1, 5)),
            "sendSynchronous"),
        new Wait(
            "any of several sends",
            comm -> {
              Request one = comm.iSendSynchronous(new int[1], 1, 5);
              Request.awaitAny(one, comm.iReceive(new int[1], 2, 77));
              one.await();
            },
            "sendSynchronous"),
        new Wait("a standard send that is too long to be kept", comm -> comm.send(large, 1, 5)),
        new Wait("iSend", comm -> comm.iSend(large, 1, 5).await()),
        new Wait(
            "iSendReceive",
            comm -> comm.iSendReceive(large, 1, 5, new int[1], Ronsel.PROC_NULL, 5).await()),
        new Wait(
            "iSendReceive, whose receive has no message",
            comm -> comm.iSendReceive(large, 1, 5, new int[1], 0, 5).await()));
  }

  static void testUntilComplete(Request request) {
    while (!request.test()) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSendThatNobodyWillReceiveFails(int jvms) throws Exception {
    AtOnce.forEach(sends(), send -> sendToEnded(jvms, send));
  }

  private static void sendToEnded(int jvms, Wait send) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              ProcessFailedException error =
                  catchThrowableOfType(ProcessFailedException.class, () -> send.on.accept(world));
              assertThat(error).isNotNull();
              assertThat(error.getMessage())
                  .startsWith("rank 0: send")
                  .contains("to rank 1, tag 5, on world: rank 1 has ended without receiving it");
              assertThat(List.of(send.words)).allMatch(error.getMessage()::contains);
              assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
              world.send(new int[] {4}, 2, 1);
            } else if (world.rank() == 2) {
              world.receive(new int[1], 0, 1);
            }
          });
    }
  }

  /**
   * What the rank has a receive for, or receives before it ends, is not lost. Data that were on
   * their way when the send was complete arrive while the job goes on.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSendCompletesThatARankReceivesBeforeItEnds(int jvms) {
    int[] got = new int[100_000];
    AtomicReference<Request> receive = new AtomicReference<>();
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              int[] data = new int[100_000];
              data[99_999] = 3;
              world.sendSynchronous(data, 1, 6);
              world.sendSynchronous(data, 1, 5);
              LocalRanks.awaitCondition(receive.get()::test);
            } else {
              receive.set(world.iReceive(got, 0, 5));
              ranks.awaitWaitOf(LONG, 0);
              world.receive(new int[100_000], 0, 6);
            }
          });
    }
    assertThat(got[99_999]).isEqualTo(3);
  }

  /** The end of a rank awaits what it has sent; each of two may have sent to the other. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRankThatEndsFailsIfWhatItHasSentIsNeverReceived(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Request[] sends = new Request[2];
      assertThatThrownBy(
              () ->
                  Ranks.run(
                      ranks,
                      world -> {
                        int me = world.rank();
                        sends[me] = world.iSendSynchronous(new int[1], 1 - me, 5);
                      }))
          .hasMessageContaining("has ended without receiving it");
    }
  }

  // ---- tests, and waits for several ----

  private static final int[] NOTHING = {};

  private static List<Wait> loops() {
    int any = Ronsel.ANY_SOURCE;
    return List.of(
        new Wait("test", comm -> testUntilComplete(comm.iReceive(new int[1], 1, 5)), "rank 1"),
        new Wait(
            "test of an exchange",
            comm -> testUntilComplete(comm.iSendReceive(new int[1], 0, 6, new int[1], any, 5))),
        new Wait("test of any", comm -> testUntilComplete(comm.iReceive(new int[1], any, 5))),
        new Wait(
            "test now and then",
            comm -> {
              Request request = comm.iReceive(new int[1], any, 5);
              while (!request.test()) {
                LockSupport.parkNanos(1_000_000);
              }
            }),
        new Wait(
            "testAny",
            comm -> {
              Request[] two = twoReceives(comm);
              while (Request.testAny(two) == Ronsel.UNDEFINED) {}
            }),
        new Wait(
            "testSome",
            comm -> {
              Request[] two = twoReceives(comm);
              while (Arrays.equals(Request.testSome(two), NOTHING)) {}
            }),
        new Wait(
            "testAll",
            comm -> {
              Request[] two = twoReceives(comm);
              while (!Request.testAll(two)) {}
            }),
        new Wait(
            "iProbe",
            comm -> {
              while (comm.iProbe(any, 5) == null) {}
            }),
        new Wait(
            "imProbe",
            comm -> {
              while (comm.imProbe(1, 5) == null) {}
            }),
        new Wait(
            "testAny of a set",
            comm -> {
              RequestSet set = new RequestSet(twoReceives(comm));
              while (set.testAny() == null) {}
            }),
        new Wait("awaitAny", comm -> Request.awaitAny(twoReceives(comm))),
        new Wait(
            "test in parts",
            comm -> testUntilComplete(EndedPartitionedPeerTest.receiveInParts(comm)),
            "rank 1"),
        new Wait(
            "arrived",
            comm -> {
              PartitionedReceive receive = EndedPartitionedPeerTest.receiveInParts(comm);
              while (!receive.arrived(1)) {}
            },
            "a loop of arrived"),
        new Wait(
            "awaitAny of parts",
            comm ->
                new RequestSet(EndedPartitionedPeerTest.receiveInParts(comm), twoReceives(comm)[0])
                    .awaitAny()),
        new Wait("awaitAny of a set", comm -> new RequestSet(twoReceives(comm)).awaitAny()));
  }

  private static Request[] twoReceives(Comm comm) {
    return new Request[] {
      comm.iReceive(new int[1], 1, 5), comm.iReceive(new int[1], Ronsel.ANY_SOURCE, 5)
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aLoopOfTestsEndsWhenAllOthersHave(int jvms) throws Exception {
    AtOnce.forEach(loops(), loop -> loop(jvms, loop));
  }

  private static void loop(int jvms, Wait loop) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              ProcessFailedException error =
                  catchThrowableOfType(ProcessFailedException.class, () -> loop.on.accept(world));
              assertThat(error).isNotNull();
              assertThat(error.getMessage())
                  .startsWith("rank 0: a ")
                  .contains("tag 5, on world: all other ranks of the job have ended");
              assertThat(List.of(loop.words)).allMatch(error.getMessage()::contains);
              assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
            }
          });
    }
  }

  /** A request that is tested now and then may be meant to be cancelled. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTestedReceiveStaysAsItIsWhileTheRankComputesOrAnotherRuns(int jvms) {
    CountDownLatch tested = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            switch (world.rank()) {
              case 0 -> {
                Request never = world.iReceive(new int[1], 1, 5);
                Request later = world.iReceive(new int[1], 2, 5);
                long start = System.nanoTime();
                while (!later.test()) {
                  assertThat(never.test()).isFalse();
                  if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(1)) {
                    tested.countDown();
                  }
                }
                assertThatThrownBy(() -> world.receive(new int[1], Ronsel.ANY_SOURCE, 4))
                    .isInstanceOf(ProcessFailedException.class); // all have ended
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                for (int i = 0; i < 10 || System.nanoTime() < until; i++) {
                  assertThat(never.test()).isFalse();
                  for (long work = System.nanoTime() + 20_000; System.nanoTime() < work; ) {}
                }
                assertThat(never.cancel()).isTrue();
                assertThat(never.await().isCancelled()).isTrue();
              }
              case 2 -> {
                assertThat(tested.await(60, TimeUnit.SECONDS)).isTrue();
                world.send(new int[] {3}, 0, 5);
              }
              default -> {}
            }
          });
    }
  }
}
