package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.harness.AtOnce;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.Ranks;

/**
 * A partitioned send or receive whose other half was not started, or not to its end, fails when
 * that rank has ended; nothing of it is kept.
 */
class EndedPartitionedPeerTest {
  static PartitionedReceive receiveInParts(Comm comm) {
    PartitionedReceive receive = comm.partitionedReceive(new int[4], 2, 2, 1, 5);
    receive.start();
    return receive;
  }

  /** In parts that are too long to be kept. */
  static PartitionedSend sendInParts(Comm comm) {
    PartitionedSend send = comm.partitionedSend(new int[2_000_000], 2, 1_000_000, 1, 5);
    send.start();
    send.readyRange(0, 1);
    return send;
  }

  /** What rank 0 does, and how rank 1 makes the other half before it ends. */
  private record Halves(String name, Consumer<Comm> one, Consumer<Comm> other) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Halves> halvesThatAreSent() {
    Consumer<Comm> none = comm -> {};
    return List.of(
        new Halves("await", comm -> sendInParts(comm).await(), none),
        new Halves(
            "a wait of limited time", comm -> sendInParts(comm).await(Duration.ofMinutes(1)), none),
        new Halves("test", comm -> EndedSenderTest.testUntilComplete(sendInParts(comm)), none),
        new Halves(
            "any of several",
            comm -> {
              PartitionedSend send = sendInParts(comm);
              assertThat(Request.awaitAny(send, comm.iReceive(new int[1], 2, 77))).isZero();
              send.await();
            },
            none),
        new Halves(
            "a receive that was not started",
            comm -> sendInParts(comm).await(),
            comm -> {
              PartitionedReceive unused =
                  comm.partitionedReceive(new int[2_000_000], 2, 1_000_000, 0, 5);
            }),
        new Halves(
            "a communicator that is closed", comm -> sendInParts(comm).await(), Comm::close));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aPartitionedSendThatNobodyWillReceiveFails(int jvms) throws Exception {
    AtOnce.forEach(
        halvesThatAreSent(),
        halves ->
            failsInHalves(
                jvms,
                halves,
                "rank 0: partitioned send to rank 1, partition ",
                "rank 1 has ended without receiving it"));
  }

  @Test
  void whatIsPartitionedIsNotStartedInACommunicatorThatIsClosed() {
    Ranks.run(
        2,
        world -> {
          Comm own = world.dup();
          PersistentRequest transfer =
              own.rank() == 0
                  ? own.partitionedSend(new int[4], 1, 4, 1, 5)
                  : own.partitionedReceive(new int[4], 4, 1, 0, 5);
          own.close();
          assertThatThrownBy(transfer::start).isInstanceOf(ClosedException.class);
        });
  }

  private static List<Halves> halvesThatAreReceived() {
    Consumer<Comm> none = comm -> {};
    Consumer<Comm> started = comm -> comm.partitionedSend(new int[4], 1, 4, 0, 5).start();
    return List.of(
        new Halves("no send", comm -> receiveInParts(comm).await(), none),
        new Halves(
            "no send, a wait of limited time",
            comm -> receiveInParts(comm).await(Duration.ofMinutes(1)),
            none),
        new Halves("a partition that is not ready", comm -> receiveInParts(comm).await(), started));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aPartitionedReceiveFromARankThatHasEndedFails(int jvms) throws Exception {
    AtOnce.forEach(
        halvesThatAreReceived(),
        halves ->
            failsInHalves(
                jvms,
                halves,
                "rank 0: partitioned receive from rank 1, ",
                "rank 1 has ended, and all that it has sent"));
  }

  private static void failsInHalves(int jvms, Halves halves, String... words) {
    try (HostRanks ranks = new HostRanks(3, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world.dup();
            if (world.rank() == 0) {
              ProcessFailedException error =
                  catchThrowableOfType(ProcessFailedException.class, () -> halves.one.accept(comm));
              assertThat(error).isNotNull();
              assertThat(error.getMessage()).contains(words).contains(", on " + comm.name() + ": ");
              assertThat(error.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
              world.send(new int[1], 2, 1);
            } else if (world.rank() == 1) {
              halves.other.accept(comm);
            } else {
              world.receive(new int[1], 0, 1);
            }
          });
    }
  }

  /** The end of a rank awaits the partitions that it has made ready. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRankThatEndsFailsIfItsPartitionsAreNeverReceived(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      assertThatThrownBy(
              () ->
                  Ranks.run(
                      ranks,
                      world -> {
                        if (world.rank() == 0) {
                          sendInParts(world);
                        }
                      }))
          .hasMessageContaining("has ended without receiving it");
    }
  }

  private static void sendSmallParts(Comm comm) {
    PartitionedSend send = comm.partitionedSend(new int[400], 4, 100, 1, 5);
    send.start();
    send.readyRange(0, 3);
    send.await();
  }

  private static long unexpectedBytes(HostRanks ranks) {
    return ranks.job(1).rank(1).state().engine().statistics().unexpectedBytes();
  }

  /** Partitions of a communicator that is closed are not kept, nor what announces them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void unreceivedPartitionsGoWhenTheirCommunicatorIsClosed(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            Comm early = world.dup();
            Comm late = world.dup();
            if (world.rank() == 0) {
              sendSmallParts(early);
              world.send(new int[1], 1, 1);
              world.receive(new int[1], 1, 2);
              sendSmallParts(late);
              world.send(new int[1], 1, 1);
              early.close();
            } else {
              world.receive(new int[1], 0, 1);
              assertThat(unexpectedBytes(ranks)).isPositive();
              early.close();
              assertThat(unexpectedBytes(ranks)).isZero();
              late.close();
              world.send(new int[1], 0, 2);
              world.receive(new int[1], 0, 1);
              assertThat(unexpectedBytes(ranks)).isZero();
            }
          });
    }
  }

  /** Its partitions may come in one go with what announces them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aStartedPartitionedReceiveGoesOnWhenItsCommunicatorIsClosed(int jvms) {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            Comm comm = world.dup();
            if (world.rank() == 0) {
              started.await();
              sendSmallParts(comm);
              sent.countDown();
            } else {
              PartitionedReceive receive = comm.partitionedReceive(new int[400], 4, 100, 0, 5);
              receive.start();
              comm.close();
              started.countDown();
              sent.await(); // without progress of this rank
              receive.await();
            }
          });
    }
  }
}
