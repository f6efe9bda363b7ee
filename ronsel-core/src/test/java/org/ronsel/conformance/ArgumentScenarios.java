package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ObjectCodec;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/** Arguments that no call can accept: refused at once, by rank, call and argument. */
final class ArgumentScenarios {
  private ArgumentScenarios() {}

  private static void refused(
      Comm world, ErrorClass errorClass, String call, Check.Statement statement, String... words) {
    String[] all = java.util.Arrays.copyOf(words, words.length + 1);
    all[words.length] = "rank " + world.rank() + ", " + call + ": ";
    Check.fails(InvalidArgumentException.class, errorClass, statement, all);
  }

  /** Shows that nothing of a refused call has been sent or is still posted. */
  private static void nothingIsLeft(Comm world) {
    int[] got = new int[1];
    world.sendReceive(new int[] {7}, world.rank(), 0, got, world.rank(), Ronsel.ANY_TAG);
    Check.equal(7, got[0], "the message behind a refused call");
    Check.equal(null, world.iProbe(world.rank(), Ronsel.ANY_TAG), "message of a refused call");
  }

  static void aNegativeCountIsRefused(Comm world) {
    int me = world.rank();
    int[] a = new int[4];
    MemorySegment s = MemorySegment.ofArray(new int[4]);
    ErrorClass count = ErrorClass.COUNT;
    String why = "count -1 is negative";
    refused(world, count, "send", () -> world.send(a, 0, -1, me, 1), why);
    refused(world, count, "sendSynchronous", () -> world.sendSynchronous(a, 0, -1, me, 1), why);
    refused(world, count, "iSend", () -> world.iSend(a, 0, -1, me, 1), why);
    refused(world, count, "iSendSynchronous", () -> world.iSendSynchronous(a, 0, -1, me, 1), why);
    refused(world, count, "receive", () -> world.receive(a, 0, -1, me, 1), why);
    refused(world, count, "iReceive", () -> world.iReceive(a, 0, -1, me, 1), why);
    refused(
        world, count, "sendReceive", () -> world.sendReceive(a, 0, -1, me, 1, a, 0, 1, me, 1), why);
    refused(
        world, count, "sendReceive", () -> world.sendReceive(a, 0, 1, me, 1, a, 0, -1, me, 1), why);
    refused(
        world,
        count,
        "iSendReceive",
        () -> world.iSendReceive(a, 0, -1, me, 1, a, 0, 1, me, 1),
        why);
    refused(
        world,
        count,
        "iSendReceive",
        () -> world.iSendReceive(a, 0, 1, me, 1, a, 0, -1, me, 1),
        why);
    refused(
        world,
        count,
        "iSendReceiveReplace",
        () -> world.iSendReceiveReplace(a, 0, -1, me, 1, me, 1),
        why);
    refused(world, count, "send", () -> world.send(s, Datatype.INT, -1, me, 1), why);
    refused(world, count, "iReceive", () -> world.iReceive(s, Datatype.INT, 0, -1, me, 1), why);
    refused(world, count, "broadcast", () -> world.broadcast(a, 0, -1, 0), why);
    nothingIsLeft(world);
  }

  /** The message that arrives would change the one that is still to be sent. */
  static void whatIsSentWhereAnotherIsReceivedIsRefused(Comm world) {
    int me = world.rank();
    long[] array = {1, 2, 3, 4};
    MemorySegment segment = Arena.ofAuto().allocate(ValueLayout.JAVA_INT, 4);
    for (int[] place : new int[][] {{0, 4, 0, 4}, {0, 3, 2, 2}, {3, 1, 0, 4}, {1, 2, 2, 1}}) {
      int from = place[0];
      int to = place[2];
      refused(
          world,
          ErrorClass.BUFFER,
          "sendReceive",
          () -> world.sendReceive(array, from, place[1], me, 1, array, to, place[3], me, 1),
          "overlap in memory, from byte " + 8 * from + " and " + 8 * to + " on",
          "sendReceiveReplace");
      refused(
          world,
          ErrorClass.BUFFER,
          "iSendReceive",
          () -> world.iSendReceive(array, from, place[1], me, 1, array, to, place[3], me, 1),
          "overlap in memory, from byte " + 8 * from + " and " + 8 * to + " on",
          "iSendReceiveReplace");
      refused(
          world,
          ErrorClass.BUFFER,
          "sendReceive",
          () ->
              world.sendReceive(
                  segment.asSlice(4L * from),
                  Datatype.INT,
                  place[1],
                  me,
                  1,
                  segment.asSlice(4L * to),
                  Datatype.INT,
                  place[3],
                  me,
                  1),
          "overlap in memory");
    }
    world.sendReceive(array, 0, 2, me, 1, array, 2, 2, me, 1);
    world.sendReceive(array, 1, 1, me, 1, array, 0, 1, me, 1);
    world.sendReceive(array, 0, 0, me, 1, array, 0, 4, me, 1);
    world.sendReceive(array, 1, 3, Ronsel.PROC_NULL, 1, array, 0, 4, Ronsel.PROC_NULL, 1);
    Check.equal(List.of(2L, 2L, 1L, 2L), Arrays.stream(array).boxed().toList(), "beside it");
    nothingIsLeft(world);
  }

  static void aRangeOutsideAnArrayIsRefused(Comm world) {
    int me = world.rank();
    double[] a = new double[4];
    int[][] ranges = {
      {-1, 1}, {0, 5}, {4, 1}, {5, 0}, {2, 3}, {Integer.MAX_VALUE, 1}, {1, -5 >>> 1}
    };
    for (int[] range : ranges) {
      int offset = range[0];
      int count = range[1];
      String[] words = {"offset " + offset, "count " + count, "4 elements"};
      ErrorClass buffer = ErrorClass.BUFFER;
      refused(world, buffer, "send", () -> world.send(a, offset, count, me, 1), words);
      refused(world, buffer, "iSend", () -> world.iSend(a, offset, count, me, 1), words);
      refused(world, buffer, "receive", () -> world.receive(a, offset, count, me, 1), words);
      refused(world, buffer, "iReceive", () -> world.iReceive(a, offset, count, me, 1), words);
      refused(
          world,
          buffer,
          "sendReceive",
          () -> world.sendReceive(a, 0, 1, me, 1, a, offset, count, me, 1),
          "the receive buffer");
      refused(
          world,
          buffer,
          "iSendReceive",
          () -> world.iSendReceive(a, offset, count, me, 1, a, 0, 1, me, 1),
          "the send buffer");
      refused(world, buffer, "broadcast", () -> world.broadcast(a, offset, count, 0), words);
      refused(
          world,
          buffer,
          "allReduce",
          () -> world.allReduce(new double[9], 0, a, offset, count, Op.SUM),
          offset < 0 || count <= 9 ? "the receive buffer of 4" : "the send buffer of 9");
    }
    nothingIsLeft(world);
  }

  static void aRangeOutsideASegmentIsRefused(Comm world) {
    int me = world.rank();
    MemorySegment s = MemorySegment.ofArray(new byte[16]);
    long[][] ranges = {{-1, 1}, {0, 5}, {16, 1}, {17, 0}, {8, 3}, {8, Long.MAX_VALUE / 2}};
    for (long[] range : ranges) {
      long offset = range[0];
      long count = range[1];
      String[] words = {
        "byte offset " + offset, "count " + count, "4 bytes each", "the segment of 16 bytes"
      };
      ErrorClass buffer = ErrorClass.BUFFER;
      refused(
          world, buffer, "send", () -> world.send(s, Datatype.INT, offset, count, me, 1), words);
      refused(
          world,
          buffer,
          "receive",
          () -> world.receive(s, Datatype.INT, offset, count, me, 1),
          words);
    }
    refused(
        world,
        ErrorClass.BUFFER,
        "send",
        () -> world.send(s, 10, 7, me, 1),
        "offset 10",
        "16 bytes");
    nothingIsLeft(world);
  }

  static void aReadOnlyReceiveBufferIsRefused(Comm world) {
    int me = world.rank();
    ErrorClass buffer = ErrorClass.BUFFER;
    ByteBuffer out = ByteBuffer.allocate(4);
    for (ByteBuffer b : new ByteBuffer[] {ByteBuffer.allocate(4), ByteBuffer.allocateDirect(4)}) {
      ByteBuffer in = b.asReadOnlyBuffer();
      refused(world, buffer, "receive", () -> world.receive(in, me, 1), "buffer is read-only");
      refused(world, buffer, "iReceive", () -> world.iReceive(in, me, 1), "buffer is read-only");
      refused(
          world,
          buffer,
          "sendReceive",
          () -> world.sendReceive(out, me, 1, in, me, 1),
          "the receive buffer is read-only");
    }
    MemorySegment s = MemorySegment.ofArray(new long[4]).asReadOnly();
    refused(world, buffer, "receive", () -> world.receive(s, me, 1), "segment is read-only");
    refused(world, buffer, "iReceive", () -> world.iReceive(s, me, 1), "segment is read-only");
    nothingIsLeft(world);
  }

  static void aRankOutsideTheCommunicatorIsRefused(Comm world) {
    int size = world.size();
    int[] a = new int[1];
    ErrorClass rank = ErrorClass.RANK;
    String ranks = "not a rank of world, whose ranks are 0.." + (size - 1);
    for (int bad : new int[] {size, -5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      refused(world, rank, "send", () -> world.send(a, bad, 1), "dest " + bad, ranks);
      refused(world, rank, "iSend", () -> world.iSend(a, bad, 1), "dest " + bad);
      refused(world, rank, "receive", () -> world.receive(a, bad, 1), "source " + bad, ranks);
      refused(world, rank, "iReceive", () -> world.iReceive(a, bad, 1), "source " + bad);
      refused(world, rank, "probe", () -> world.probe(bad, 1), "source " + bad);
      refused(world, rank, "iProbe", () -> world.iProbe(bad, 1), "source " + bad);
      refused(
          world, rank, "sendReceive", () -> world.sendReceive(a, 0, 1, a, bad, 1), "source " + bad);
      refused(
          world,
          rank,
          "iSendReceive",
          () -> world.iSendReceive(a, 0, 1, a, bad, 1),
          "source " + bad);
      refused(world, rank, "sendObject", () -> world.sendObject("x", bad, 1), "dest " + bad);
      refused(world, rank, "iSendObject", () -> world.iSendObject("x", bad, 1), "dest " + bad);
      refused(world, rank, "receiveObject", () -> world.receiveObject(bad, 1), "source " + bad);
      ErrorClass root = ErrorClass.ROOT;
      refused(world, root, "broadcast", () -> world.broadcast(a, bad), "root " + bad);
      refused(world, root, "broadcastObject", () -> world.broadcastObject("x", bad), "root " + bad);
      refused(world, root, "gatherObjects", () -> world.gatherObjects("x", bad), "root " + bad);
    }
    refused(
        world,
        rank,
        "send",
        () -> world.send(a, Ronsel.ANY_SOURCE, 1),
        "ANY_SOURCE is for receives");
    nothingIsLeft(world);
  }

  static void aTagBelowZeroIsRefused(Comm world) {
    int me = world.rank();
    int[] a = new int[1];
    ErrorClass tag = ErrorClass.TAG;
    for (int bad : new int[] {-1, -3, Integer.MIN_VALUE}) {
      String[] words = {"tag " + bad, "0.." + Ronsel.MAX_TAG};
      refused(world, tag, "send", () -> world.send(a, me, bad), words);
      refused(world, tag, "sendSynchronous", () -> world.sendSynchronous(a, me, bad), words);
      refused(world, tag, "iSend", () -> world.iSend(a, me, bad), words);
      refused(world, tag, "receive", () -> world.receive(a, me, bad), words);
      refused(world, tag, "iReceive", () -> world.iReceive(a, me, bad), words);
      refused(world, tag, "probe", () -> world.probe(me, bad), words);
      refused(world, tag, "sendReceive", () -> world.sendReceive(a, me, 1, a, me, bad), words);
      refused(world, tag, "iSendReceive", () -> world.iSendReceive(a, me, bad, a, me, 1), words);
      refused(world, tag, "sendObject", () -> world.sendObject("x", me, bad), words);
      refused(world, tag, "receiveObject", () -> world.receiveObject(me, bad), words);
    }
    refused(world, tag, "send", () -> world.send(a, me, Ronsel.ANY_TAG), "ANY_TAG is for receives");
    nothingIsLeft(world);
  }

  @SuppressWarnings({"NullAway", "NullArgumentForNonNullParameter"}) // that is what is tested
  static void nullInPlaceOfABufferIsRefused(Comm world) {
    int me = world.rank();
    int[] a = new int[4];
    ErrorClass buffer = ErrorClass.BUFFER;
    for (Primitives type : Primitives.ALL) {
      refused(world, buffer, "send", () -> type.sendNull(world, me, 1), "the buffer is null");
    }
    int[] none = null;
    refused(world, buffer, "send", () -> world.send(none, 0, 0, me, 1), "the buffer is null");
    refused(world, buffer, "iSend", () -> world.iSend(none, me, 1), "the buffer is null");
    refused(world, buffer, "receive", () -> world.receive(none, me, 1), "the buffer is null");
    refused(world, buffer, "iReceive", () -> world.iReceive(none, 0, 0, me, 1), "buffer is null");
    refused(
        world,
        buffer,
        "sendReceive",
        () -> world.sendReceive(none, me, 1, a, me, 1),
        "send buffer");
    refused(
        world,
        buffer,
        "sendReceive",
        () -> world.sendReceive(a, me, 1, none, me, 1),
        "receive buffer");
    MemorySegment segment = null;
    refused(world, buffer, "send", () -> world.send(segment, me, 1), "the buffer is null");
    refused(world, buffer, "receive", () -> world.receive(segment, 0, 1, me, 1), "buffer is null");
    ByteBuffer bytes = null;
    refused(world, buffer, "send", () -> world.send(bytes, me, 1), "the buffer is null");
    refused(world, buffer, "iReceive", () -> world.iReceive(bytes, me, 1), "the buffer is null");
    refused(world, buffer, "broadcast", () -> world.broadcast(none, 0), "the buffer is null");
    refused(
        world, buffer, "allReduce", () -> world.allReduce(none, a, Op.SUM), "send buffer is null");
    refused(
        world,
        buffer,
        "allReduce",
        () -> world.allReduce(a, none, Op.SUM),
        "receive buffer is null");
    refused(
        world, buffer, "reduce", () -> world.reduce(a, none, Op.SUM, me), "receive buffer is null");
    refused(world, buffer, "iAllGather", () -> world.iAllGather(none, a), "send buffer is null");
    refused(world, buffer, "gather", () -> world.gather(none, a, me), "send buffer is null");
    nothingIsLeft(world);
  }

  /** The other ranks have not heard of a call that is refused so, and it can be made again. */
  @SuppressWarnings({"NullAway", "NullArgumentForNonNullParameter"}) // that is what is tested
  @Ranks(min = 2)
  static void anArrayIsLookedAtBeforeOthersLearnItsLength(Comm world) {
    int[] none = null;
    int[] mine = {world.rank()};
    if (world.rank() == 1) {
      refused(world, ErrorClass.BUFFER, "gatherv", () -> world.gatherv(none, 0), "is null");
      refused(world, ErrorClass.BUFFER, "allGatherv", () -> world.allGatherv(none), "is null");
    }
    int expected = world.rank() == 0 ? world.size() : 0;
    Check.equal(expected, world.gatherv(mine, 0).length, "arrays at the root");
    Check.equal(world.size(), world.allGatherv(mine).length, "arrays");
  }

  @SuppressWarnings({"NullAway", "NullArgumentForNonNullParameter"}) // that is what is tested
  static void nullInPlaceOfAnotherArgumentIsRefused(Comm world) {
    int me = world.rank();
    int[] a = new int[4];
    MemorySegment s = MemorySegment.ofArray(a);
    Status status = null;
    ErrorClass argument = ErrorClass.ARGUMENT;
    refused(world, ErrorClass.TYPE, "send", () -> world.send(s, null, 1, me, 1), "datatype");
    refused(world, argument, "receive", () -> world.receive(a, me, 1, status), "status is null");
    refused(world, argument, "receiveObject", () -> world.receiveObject(me, 1, status), "status");
    refused(world, ErrorClass.OP, "allReduce", () -> world.allReduce(a, null), "op is null");
    ObjectCodec codec = null;
    refused(world, argument, "objectCodec", () -> world.objectCodec(codec), "codec is null");
    Runnable task = null;
    refused(world, argument, "bind", () -> world.bind(task), "task is null");
    Callable<String> call = null;
    refused(world, argument, "bind", () -> world.bind(call), "task is null");
    Request request = world.iReceive(a, me, 1);
    Duration timeout = null;
    Check.fails(
        InvalidArgumentException.class, argument, () -> request.await(timeout), "timeout is null");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.REQUEST,
        () -> Request.awaitAll(request, null),
        "awaitAll: request 1 of 2 is null");
    Check.that(request.cancel(), "the receive was not touched");
    nothingIsLeft(world);
  }

  static void aSegmentWhoseArenaIsClosedIsRefused(Comm world) {
    int me = world.rank();
    Arena arena = Arena.ofShared();
    MemorySegment s = arena.allocate(64);
    ByteBuffer b = s.asByteBuffer();
    arena.close();
    ErrorClass buffer = ErrorClass.BUFFER;
    String why = "is closed; keep it open until the call completes";
    refused(world, buffer, "send", () -> world.send(s, me, 1), "the arena of the segment", why);
    refused(world, buffer, "iReceive", () -> world.iReceive(s, me, 1), why);
    refused(world, buffer, "send", () -> world.send(b, me, 1), "the arena of the buffer", why);
    refused(world, buffer, "receive", () -> world.receive(b, me, 1), why);
    nothingIsLeft(world);
  }

  static void aSegmentConfinedToAnotherThreadIsRefused(Comm world) throws Exception {
    int me = world.rank();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment s = arena.allocate(64);
      Together.threads(
          1,
          index -> {
            ErrorClass buffer = ErrorClass.BUFFER;
            String thread = Thread.currentThread().getName();
            String[] words = {"confined to a thread other than " + thread, "shared or automatic"};
            refused(world, buffer, "send", () -> world.send(s, me, 1), words);
            refused(world, buffer, "iReceive", () -> world.iReceive(s, me, 1), words);
          });
    }
    nothingIsLeft(world);
  }

  @Ranks(once = true)
  static void aClosedCommunicatorRefusesEveryCall(Comm world) {
    Comm comm = world.dup();
    Request pending = comm.iReceive(new int[1], 0, 1);
    comm.close();
    comm.close();
    int[] a = new int[1];
    Check.Statement[] calls = {
      () -> comm.send(a, 0, 1),
      () -> comm.iSend(a, 0, 1),
      () -> comm.receive(a, 0, 1),
      () -> comm.iReceive(a, 0, 1),
      () -> comm.sendReceive(a, 0, 1, a, 0, 1),
      () -> comm.iSendReceive(a, 0, 1, a, 0, 1),
      () -> comm.receive(a, Ronsel.PROC_NULL, 1),
      () -> comm.probe(0, 1),
      () -> comm.iProbe(0, 1),
      () -> comm.sendObject("x", 0, 1),
      () -> comm.sendObject("x", Ronsel.PROC_NULL, 1),
      () -> comm.iSendObject("x", 0, 1),
      () -> comm.receiveObject(0, 1),
      () -> comm.receiveObject(Ronsel.PROC_NULL, 1),
      comm::barrier,
      comm::iBarrier,
      () -> comm.broadcast(a, 0),
      () -> comm.allReduce(1, Op.SUM),
      () -> comm.broadcastObject("x", 0),
      () -> comm.gatherObjects("x", 0),
      () -> comm.allGatherObjects("x"),
      comm::dup
    };
    for (Check.Statement call : calls) {
      Check.fails(
          ClosedException.class,
          ErrorClass.COMM,
          call,
          "rank " + world.rank(),
          "communicator " + comm.name() + " is closed");
    }
    Check.that(pending.cancel(), "what was started before goes on");
    nothingIsLeft(world);
  }
}
