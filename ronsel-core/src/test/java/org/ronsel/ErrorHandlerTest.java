package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.comm.Communicator;

/** Whatever a call on a communicator throws, the communicator's handler has seen before. */
class ErrorHandlerTest {
  private static final int TAG = 3;
  private static final Datatype<?> INT = Datatype.INT;

  /** What rank 0 does with a communicator of one or two ranks, and must fail. */
  @FunctionalInterface
  private interface Wrong {
    void run(Comm comm) throws Exception;
  }

  private static Arguments row(String name, Wrong wrong) {
    return Arguments.of(name, wrong);
  }

  // ---- a program that is wrong ----

  static Stream<Arguments> wrongCalls() {
    return Stream.of(
        row(
            "start of an active persistent request",
            comm -> {
              PersistentRequest receive = comm.persistentReceive(new int[1], 0, TAG);
              receive.start();
              receive.start();
            }),
        row(
            "wait for a persistent receive that is too short",
            comm -> {
              PersistentRequest receive = comm.persistentReceive(new int[1], 0, TAG);
              receive.start();
              comm.send(new int[2], 0, TAG);
              receive.await();
            }),
        row(
            "wait for a partitioned receive that is too short",
            comm -> {
              comm.partitionedSend(new int[4], 2, 2, 0, TAG).start();
              PartitionedReceive receive = comm.partitionedReceive(new int[1], 1, 1, 0, TAG);
              receive.start();
              receive.await();
            }),
        row(
            "partition that is not there",
            comm -> comm.partitionedReceive(new int[1], 1, 1, 0, TAG).arrived(1)),
        row("await(null)", comm -> comm.iReceive(new int[1], 0, TAG).await((Duration) null)),
        row(
            "second wait for a cancelled receive",
            comm -> {
              Request receive = comm.iReceive(new int[1], 0, TAG);
              receive.cancel();
              receive.await();
              receive.await();
            }),
        row(
            "test of a receive that is too short",
            comm -> {
              Request receive = comm.iReceive(new int[1], 0, TAG);
              comm.send(new int[2], 0, TAG);
              LocalRanks.awaitCondition(receive::test);
            }),
        row(
            "matched message that does not fit",
            comm -> {
              comm.send(new int[2], 0, TAG);
              comm.mProbe(0, TAG).receive(new int[1]);
            }),
        row(
            "matched message received twice as object",
            comm -> {
              comm.sendObject("text", 0, TAG);
              Message message = comm.mProbe(0, TAG);
              message.receiveObject();
              message.receiveObject();
            }),
        row("attached buffer of a negative size", comm -> comm.attachBuffer(-1)),
        row("detached buffer that is not there", Comm::detachBuffer),
        row(
            "untyped scatter of blocks that do not fit",
            comm -> comm.untyped().scatter(new int[2], INT, 0, 2, new int[1], INT, 0, 1, 0)),
        row(
            "untyped gather without a type",
            comm -> comm.untyped().gather(new int[2], null, 0, 2, new int[2], INT, 0, 1, 0)),
        row(
            "untyped scatter without a type",
            comm -> comm.untyped().scatter(new int[2], null, 0, 2, new int[2], INT, 0, 1, 0)),
        row(
            "untyped gather of more than there can be",
            comm ->
                comm.untyped()
                    .gather(new int[2], INT, 0, 2, new int[2], INT, 0, Long.MAX_VALUE, 0)),
        row(
            "untyped gatherv with short tables",
            comm ->
                comm.untyped()
                    .gatherv(new int[1], INT, 0, 1, new int[1], INT, 0, new int[0], new int[1], 0)),
        row(
            "untyped gatherv without tables",
            comm ->
                comm.untyped()
                    .gatherv(new int[1], INT, 0, 1, new int[1], INT, 0, null, new int[1], 0)),
        row(
            "untyped allToAllw without types",
            comm ->
                comm.untyped()
                    .allToAllw(
                        new int[1],
                        new int[1],
                        new int[1],
                        null,
                        new int[1],
                        new int[1],
                        new int[1],
                        new Datatype<?>[] {INT})),
        row(
            "untyped allToAllw between elements",
            comm ->
                comm.untyped()
                    .allToAllw(
                        new int[4],
                        new int[] {1},
                        new int[] {2},
                        new Datatype<?>[] {INT},
                        new int[4],
                        new int[] {1},
                        new int[] {0},
                        new Datatype<?>[] {INT})),
        row(
            "untyped reduceScatter with too few counts",
            comm ->
                comm.untyped()
                    .reduceScatter(new int[2], 0, new int[2], 0, INT, new int[0], Op.SUM)),
        row(
            "untyped reduceScatter with a negative count",
            comm ->
                comm.untyped()
                    .reduceScatter(new int[2], 0, new int[2], 0, INT, new int[] {-1}, Op.SUM)),
        row(
            "untyped reduceScatterBlock of too many",
            comm ->
                comm.untyped()
                    .reduceScatterBlock(new int[2], 0, new int[2], 0, INT, 1L << 40, Op.SUM)),
        row(
            "untyped allReduce of a type without sum",
            comm ->
                comm.untyped()
                    .allReduce(new boolean[1], 0, new boolean[1], 0, Datatype.BOOLEAN, 1, Op.SUM)),
        row(
            "untyped neighbour exchange without topology",
            comm -> comm.untyped().neighborAllGather(new int[1], INT, 0, 1, new int[1], INT, 0, 1)),
        row("object that cannot be encoded", comm -> comm.allGatherObjects(new Object())),
        row("group of ranks that are not there", comm -> comm.create(null)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongCalls")
  void aHandlerSeesTheErrorOf(String name, Wrong wrong) {
    LocalRanks.run(1, world -> assertSeen(name, world.dup(), wrong));
  }

  // ---- a peer that has failed ----

  static Stream<Arguments> callsWithAPeer() {
    return Stream.of(
        row("probe", comm -> comm.probe(1, TAG)),
        row("iProbe", comm -> LocalRanks.awaitCondition(() -> comm.iProbe(1, TAG) != null)),
        row("mProbe", comm -> comm.mProbe(1, TAG)),
        row("imProbe", comm -> LocalRanks.awaitCondition(() -> comm.imProbe(1, TAG) != null)),
        row("send", comm -> comm.send(new int[1], 1, TAG)),
        row("iSend", comm -> comm.iSend(new int[1], 1, TAG)),
        row("receive", comm -> comm.receive(new int[1], 1, TAG)),
        row("iReceive", comm -> comm.iReceive(new int[1], 1, TAG).await()),
        row("receiveObject", comm -> comm.receiveObject(1, TAG)),
        row("iReceiveObject", comm -> comm.iReceiveObject(1, TAG).object()),
        row("sendReceive", comm -> comm.sendReceive(new int[1], 1, TAG, new int[1], 1, TAG)),
        row(
            "iSendReceive",
            comm -> comm.iSendReceive(new int[1], 1, TAG, new int[1], 1, TAG).await()),
        row("persistentSend", comm -> comm.persistentSend(new int[1], 1, TAG).start()),
        row(
            "persistentReceive",
            comm -> {
              PersistentRequest receive = comm.persistentReceive(new int[1], 1, TAG);
              receive.start();
              receive.await();
            }),
        row("partitionedSend", comm -> comm.partitionedSend(new int[1], 1, 1, 1, TAG)),
        row(
            "partitionedReceive",
            comm -> {
              PartitionedReceive receive = comm.partitionedReceive(new int[1], 1, 1, 1, TAG);
              receive.start();
              receive.await();
            }),
        row("dup", Comm::dup),
        row("iDup", comm -> comm.iDup().request().await()),
        row("split", comm -> comm.split(0, 0)),
        row("createGroup", comm -> comm.createGroup(comm.group(), TAG)),
        row("createCart", comm -> comm.createCart(new int[] {2}, new boolean[1], true)),
        row("barrier", comm -> comm.iBarrier().await()),
        row("iAllReduce", comm -> comm.iAllReduce(new int[1], Op.SUM).await()),
        row(
            "untyped allGather",
            comm ->
                comm.untyped()
                    .started()
                    .allGather(new int[1], INT, 0, 1, new int[2], INT, 0, 1)
                    .await()),
        row(
            "untyped allToAll",
            comm ->
                comm.untyped()
                    .started()
                    .allToAll(new int[2], INT, 0, 1, new int[2], INT, 0, 1)
                    .await()),
        row(
            "untyped gatherv",
            comm -> {
              int[] each = {1, 1};
              comm.untyped().gatherv(new int[1], INT, 0, 1, new int[2], INT, 0, each, each, 0);
            }),
        row(
            "untyped scan",
            comm ->
                comm.untyped()
                    .started()
                    .scan(new int[1], 0, new int[1], 0, INT, 1, Op.SUM)
                    .await()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("callsWithAPeer")
  void aHandlerSeesTheFailureOfAPeerIn(String name, Wrong call) {
    LocalRanks.run(
        2,
        world -> {
          Comm comm = world.dup();
          if (world.rank() == 0) {
            ((Communicator) comm)
                .engine()
                .peerFailures()
                .failPeer(1, new ProcessFailedException("rank 1 is gone"));
            assertSeen(name, comm, call);
          }
        });
  }

  @Test
  void partitionsOfAPeerThatFailsAreSeen() {
    LocalRanks.run(
        2,
        world -> {
          Comm comm = world.dup();
          if (world.rank() == 1) {
            comm.partitionedReceive(new int[2], 2, 1, 0, TAG).start();
            comm.send(new int[0], 0, TAG);
            return;
          }
          PartitionedSend send = comm.partitionedSend(new int[2], 2, 1, 1, TAG);
          send.start();
          comm.receive(new int[0], 1, TAG);
          ((Communicator) comm)
              .engine()
              .peerFailures()
              .failPeer(1, new ProcessFailedException("rank 1 is gone"));
          assertSeen("ready", comm, same -> send.ready(0));
        });
  }

  static Stream<Arguments> waits() {
    return Stream.of(
        Arguments.of("await", (Consumer<Request>) Request::await),
        Arguments.of("await(timeout)", (Consumer<Request>) r -> r.await(Duration.ofDays(1))),
        Arguments.of("test", (Consumer<Request>) Request::test),
        Arguments.of("awaitAny", (Consumer<Request>) Request::awaitAny),
        Arguments.of("testAny", (Consumer<Request>) Request::testAny),
        Arguments.of("awaitSome", (Consumer<Request>) Request::awaitSome),
        Arguments.of("testAll", (Consumer<Request>) Request::testAll),
        Arguments.of("awaitAll", (Consumer<Request>) Request::awaitAll),
        Arguments.of("RequestSet", (Consumer<Request>) r -> new RequestSet(r).awaitAny()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void aHandlerSeesTheFailureOfTheRankIn(String name, Consumer<Request> wait) {
    LocalRanks.run(
        2,
        world -> {
          Comm comm = world.dup();
          if (world.rank() == 0) {
            Request request = comm.iReceive(new int[1], 1, TAG);
            ((Communicator) comm).engine().fail(new ProcessFailedException("all is lost"));
            assertSeen(name, comm, same -> wait.accept(request));
          }
        });
  }

  private static void assertSeen(String name, Comm comm, Wrong wrong) {
    List<RonselException> seen = new ArrayList<>();
    comm.name("watched");
    comm.errorHandler(
        (from, error) -> {
          assertThat(from).isSameAs(comm);
          seen.add(error);
        });
    ThrowingCallable call = () -> wrong.run(comm);
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).as(name).isInstanceOf(RonselException.class);
    assertThat(seen).as("seen of " + name).isNotEmpty();
    assertThat(seen.getLast()).as(name).isSameAs(thrown);
  }

  @Test
  void whatAHandlerThrowsEndsAStageAndAPersistentStart() {
    LocalRanks.run(
        1,
        world -> {
          Comm comm = world.dup();
          comm.errorHandler(
              (from, error) -> {
                throw new ArithmeticException("mine");
              });
          Request receive = comm.iReceive(new int[1], 0, TAG);
          comm.send(new int[2], 0, TAG);
          Throwable thrown =
              catchThrowable(() -> receive.toCompletionStage().toCompletableFuture().join());
          assertThat(thrown)
              .isInstanceOf(CompletionException.class)
              .hasCauseInstanceOf(ArithmeticException.class);
          PersistentRequest again = comm.persistentReceive(new int[1], 0, TAG);
          again.start();
          comm.send(new int[2], 0, TAG);
          assertThat(catchThrowable(again::await)).isInstanceOf(ArithmeticException.class);
          assertThat(again.isActive()).isFalse();
        });
  }
}
