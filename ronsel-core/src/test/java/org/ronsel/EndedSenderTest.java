package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.Ranks;

/** Whoever waits for a message of a rank that has ended is told; nobody else notices. */
class EndedSenderTest {
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
            "receiveObject",
            comm -> comm.receiveObject(1, 6),
            "receive from rank 1, tag 6, on world"),
        new Wait("probe", comm -> comm.probe(1, 5), "probe from rank 1, tag 5, on world"),
        new Wait(
            "gatherObjects",
            comm -> comm.gatherObjects("x", 0),
            "receive from rank 1, any tag, on world"));
  }

  private static Stream<Arguments> everywhere() {
    return Stream.of(1, 2, 3)
        .flatMap(jvms -> waits().stream().map(each -> Arguments.of(jvms, each)));
  }

  private static void awaitWaitOf(HostRanks ranks, int rank) {
    LocalRanks.awaitCondition(
        () -> ranks.job(rank).waits().stream().anyMatch(wait -> wait.rank() == rank));
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void aWaitForARankThatHasEndedFails(int jvms, Wait wait) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              PeerFailedException error =
                  catchThrowableOfType(PeerFailedException.class, () -> wait.on.accept(world));
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
                  .isInstanceOf(PeerFailedException.class)
                  .hasMessageContaining("rank 1 has ended");
            } else {
              LocalRanks.awaitCondition(
                  () ->
                      ranks.job(0).waits().stream()
                          .anyMatch(
                              wait ->
                                  wait.rank() == 0
                                      && wait.waitedNs() > TimeUnit.MILLISECONDS.toNanos(300)));
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
              Request unused = world.iSend(new int[1_000_000], 0, 6);
              unused = world.iBroadcast(new int[] {9}, 1);
              ended.countDown();
              return;
            }
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            world.receive(new int[1_000_000], 1, 6);
            assertThatThrownBy(() -> world.receive(new int[1], 1, 4))
                .isInstanceOf(PeerFailedException.class);
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
                    .isInstanceOf(PeerFailedException.class);
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
                awaitWaitOf(ranks, 0);
                world.send(new int[] {3}, 0, 5);
              }
              default -> {}
            }
          });
    }
  }
}
