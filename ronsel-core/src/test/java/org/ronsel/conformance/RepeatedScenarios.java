package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.TruncationException;
import org.ronsel.UntypedComm;

/** Communication that is started again and again (MPI-4.1, section 3.9 and chapter 4). */
final class RepeatedScenarios {
  private RepeatedScenarios() {}

  private static PersistentRequest persistentSend(
      Comm world, SendMode mode, int[] out, int length, int dest) {
    return switch (mode) {
      case STANDARD -> world.persistentSend(out, 1, length, dest, 4);
      case SYNCHRONOUS -> world.persistentSendSynchronous(out, 1, length, dest, 4);
      case READY -> world.persistentSendReady(out, 1, length, dest, 4);
      case BUFFERED -> world.persistentSendBuffered(out, 1, length, dest, 4);
    };
  }

  static void aPersistentRingTurnsAsOftenAsItIsStarted(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    world.attachBuffer(1 << 20);
    for (SendMode mode : SendMode.values()) {
      for (int length : new int[] {1, 5000, 100_000}) {
        int[] out = new int[length + 2];
        int[] in = new int[length + 2];
        PersistentRequest receive = world.persistentReceive(in, 1, length, previous, 4);
        PersistentRequest send = persistentSend(world, mode, out, length, next);
        Check.that(!send.isActive(), "it is not active before the first start");
        for (int turn = 0; turn < 5; turn++) {
          Arrays.fill(out, 1, length + 1, world.rank() * 100 + turn);
          receive.start();
          Together.barrier(world); // for the ready mode
          send.start();
          Check.that(send.isActive(), "it is active once started");
          Status status = receive.await();
          send.await();
          Check.that(!receive.isActive() && !send.isActive(), "and not once it is waited for");
          Check.equal(previous, status.source(), "source");
          Check.equal((long) length, status.count(), "count");
          Check.equal(0, in[0] + in[length + 1], "elements outside the range");
          Check.equal(previous * 100 + turn, in[length], "data of turn " + turn);
        }
      }
    }
    Check.equal(1L << 20, world.detachBuffer(), "size of the buffer");
  }

  /** All ranks initialise them in one order, and start them in orders of their own. */
  static void persistentCollectivesAreStartedInAnyOrder(Comm world) {
    int me = world.rank();
    int n = world.size();
    int[] mine = new int[1];
    int[] one = new int[1];
    int[] many = new int[3000];
    int[] sum = new int[1];
    int[] most = new int[1];
    int[] all = new int[n];
    int[] toNeighbors = new int[2];
    int[] fromNeighbors = new int[2];
    try (CartComm ring = world.createCart(new int[] {n}, new boolean[] {true}, false)) {
      PersistentRequest[] requests = {
        world.persistentBarrier(),
        world.persistentBroadcast(one, 0, 1, n - 1),
        world.persistentBroadcast(many, 0, many.length, 0),
        world.persistentAllReduce(mine, 0, sum, 0, 1, Op.SUM),
        world.persistentAllReduce(mine, 0, most, 0, 1, Op.MAX),
        world.untyped().persistent().allGather(mine, Datatype.INT, 0, 1, all, Datatype.INT, 0, 1),
        ring.persistentNeighborAllToAll(toNeighbors, 0, 1, fromNeighbors, 0)
      };
      List<Integer> order = new ArrayList<>(IntStream.range(0, requests.length).boxed().toList());
      Random random = new Random(me);
      for (int turn = 1; turn <= 20; turn++) {
        int now = turn;
        mine[0] = me + turn;
        one[0] = me == n - 1 ? turn : -1;
        Arrays.fill(many, me == 0 ? turn : -1);
        Arrays.fill(toNeighbors, me * turn);
        Collections.shuffle(order, random);
        int between = random.nextInt(requests.length);
        for (int i = 0; i < requests.length; i++) {
          if (i == between) { // other calls match in their own order
            Check.equal(n * turn, world.allReduce(turn, Op.SUM), "sum of a blocking call");
            world.iBarrier().await();
          }
          requests[order.get(i)].start();
        }
        Collections.shuffle(order, random);
        for (int i : order) {
          requests[i].await();
        }
        Check.equal(turn, one[0], "broadcast of one");
        Check.equal(turn, many[many.length - 1], "broadcast of many");
        Check.equal(n * turn + n * (n - 1) / 2, sum[0], "sum");
        Check.equal(n - 1 + turn, most[0], "maximum");
        Check.equal(IntStream.range(0, n).map(rank -> rank + now).toArray(), all, "allGather");
        Check.equal((me + n - 1) % n * turn, fromNeighbors[0], "of the neighbour");
      }
    }
  }

  static void aPersistentRequestStartsOneAtATime(Comm world) {
    int me = world.rank();
    int[] in = new int[1];
    PersistentRequest receive = world.persistentReceive(in, me, 1);
    Check.that(receive.test(), "a request that is not active is complete");
    Check.equal(Ronsel.ANY_SOURCE, receive.await().source(), "empty status");
    receive.start();
    Check.fails(
        InvalidArgumentException.class, ErrorClass.REQUEST, receive::start, "started already");
    Check.that(receive.cancel(), "what has not matched can be cancelled");
    Check.that(receive.await().isCancelled(), "and says so");
    receive.start();
    PersistentRequest send = world.persistentSend(new int[] {7}, me, 1);
    PersistentRequest.startAll(send);
    Check.equal(1L, receive.await().count(), "count after a cancelled start");
    Check.equal(7, in[0], "data");
    send.await();
  }

  /** Tells the program that a request has completed. */
  private interface Telling {
    void tell() throws Exception;
  }

  /** Whether it has completed makes no difference: it is active until the program has been told. */
  static void aPersistentRequestIsActiveUntilTheProgramIsTold(Comm world) throws Exception {
    int me = world.rank();
    for (int length : new int[] {1, 500_000}) {
      int[] in = new int[length];
      PersistentRequest send = world.persistentSend(new int[length], 0, length, me, 6);
      PersistentRequest receive = world.persistentReceive(in, 0, length, me, 6);
      List<Telling> tellings =
          List.of(
              () -> send.await(),
              () -> send.await(Duration.ofSeconds(30)),
              () -> Check.eventually(send::test, "it completes"),
              () -> Request.awaitAny(send),
              () -> Check.eventually(() -> Request.testAny(send) == 0, "it completes"),
              () -> Request.awaitSome(send),
              () -> Check.eventually(() -> Request.testAll(send), "it completes"),
              () -> new RequestSet(send).awaitAny(),
              () -> send.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS));
      for (Telling telling : tellings) {
        receive.start();
        send.start();
        receive.await();
        Check.eventually(() -> UntypedComm.statusOf(send) != null, "the send completes");
        Check.that(send.isActive(), "nobody has been told");
        Check.fails(
            InvalidArgumentException.class,
            ErrorClass.REQUEST,
            send::start,
            "rank " + world.rank() + ", start: the persistent send",
            "started already");
        telling.tell();
        Check.that(!send.isActive(), "the program has been told");
      }
    }
    PersistentRequest barrier = world.persistentBarrier();
    barrier.start();
    barrier.await();
    barrier.start();
    Check.eventually(() -> UntypedComm.statusOf(barrier) != null, "all are there");
    Check.fails(
        InvalidArgumentException.class, ErrorClass.REQUEST, barrier::start, "started already");
    barrier.await();
  }

  static void partitionsGoInAnyOrderFromAnyThread(Comm world) throws Exception {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    int parts = 6;
    for (int count : new int[] {1, 700, 30_000}) {
      long[] out = new long[parts * count];
      long[] in = new long[parts * count];
      PartitionedSend send = world.partitionedSend(out, parts, count, next, 3);
      PartitionedReceive receive = world.partitionedReceive(in, parts, count, previous, 3);
      for (int turn = 0; turn < 3; turn++) {
        int now = turn;
        send.start();
        receive.start();
        Together.threads(
            2,
            half -> {
              for (int i = parts / 2 - 1; i >= 0; i--) {
                int part = 2 * i + half;
                Arrays.fill(
                    out, part * count, (part + 1) * count, world.rank() * 1000 + now * 10 + part);
                send.ready(part);
              }
            });
        for (int part = 0; part < parts; part++) {
          int wanted = part;
          Check.eventually(() -> receive.arrived(wanted), "partition " + part + " arrives");
          Check.equal((long) previous * 1000 + turn * 10 + part, in[part * count], "first");
          Check.equal(in[part * count], in[(part + 1) * count - 1], "last");
        }
        Check.equal((long) in.length * 8, receive.await().bytes(), "bytes");
        send.await();
      }
    }
  }

  static void bothSidesDivideAsTheyLike(Comm world) {
    int me = world.rank();
    int[] out = new int[1200];
    int[] in = new int[1200];
    Arrays.setAll(out, i -> i + me);
    PartitionedReceive receive = world.partitionedReceive(in, 3, 400, me, 3);
    PartitionedSend send = world.partitionedSend(out, 8, 150, me, 3);
    receive.start();
    Check.that(!receive.arrived(0), "nothing arrives before it is ready");
    send.start();
    send.readyList(7, 6);
    send.readyRange(3, 5);
    // The last third of the message is in the partitions 5 to 7 of the sender.
    Check.eventually(() -> receive.arrived(2), "the last third arrives");
    Check.equal(1199 + me, in[1199], "last element");
    Check.that(!receive.test(), "the rest is missing");
    send.readyRange(0, 2);
    receive.await();
    send.await();
    for (int i = 0; i < in.length; i++) {
      Check.equal(i + me, in[i], "element " + i);
    }
  }

  static void partitionedCallsMeetInTheOrderOfTheirMaking(Comm world) {
    int me = world.rank();
    int[] first = new int[4];
    int[] second = new int[2];
    PartitionedSend four = world.partitionedSend(new int[] {1, 2, 3, 4}, 4, 1, me, 5);
    PartitionedSend two = world.partitionedSend(new int[] {8, 9}, 1, 2, me, 5);
    PartitionedReceive toFirst = world.partitionedReceive(first, 2, 2, me, 5);
    PartitionedReceive toSecond = world.partitionedReceive(second, 2, 1, me, 5);
    PersistentRequest.startAll(toSecond, toFirst, two, four);
    two.ready(0);
    toSecond.await();
    Check.that(!toFirst.test(), "a message of the same tag went elsewhere");
    four.readyRange(0, 3);
    toFirst.await();
    Check.equal(new int[] {1, 2, 3, 4}, first, "first");
    Check.equal(new int[] {8, 9}, second, "second");
    two.await();
    four.await();
  }

  /** Nothing is kept of partitions that nobody receives, when their communicator is closed. */
  static void aCommunicatorIsClosedWithPartitionsThatNobodyReceives(Comm world) {
    int next = (world.rank() + 1) % world.size();
    for (int i = 0; i < 4; i++) {
      try (Comm comm = world.dup()) {
        PartitionedSend send = comm.partitionedSend(new int[40], 4, 10, next, 5);
        send.start();
        send.readyRange(0, 3);
        send.await();
      }
    }
  }

  @Ranks(once = true)
  static void aMisusedPartitionIsNamed(Comm world) {
    int me = world.rank();
    PartitionedSend send = world.partitionedSend(new int[4], 2, 2, me, 6);
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.REQUEST,
        () -> send.ready(0),
        "not been started");
    send.start();
    send.ready(1);
    Check.fails(
        InvalidArgumentException.class, ErrorClass.ARGUMENT, () -> send.ready(1), "partition 1");
    Check.fails(InvalidArgumentException.class, ErrorClass.ARGUMENT, () -> send.ready(2), "0..1");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.partitionedSend(new int[4], 0, 2, me, 6),
        "at least 1");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> world.partitionedSend(new int[4], 3, 2, me, 6),
        "outside");
    PartitionedReceive receive = world.partitionedReceive(new int[3], 1, 3, me, 6);
    receive.start();
    Check.fails(TruncationException.class, ErrorClass.TRUNCATE, receive::await, "2 partitions");
    send.ready(0);
    // What was sent stays in the queue of unexpected messages; the send itself is over.
    send.await();
  }

  /** A request whose buffer nobody else refers to, and what knows whether that is still there. */
  private record Kept(PersistentRequest request, WeakReference<byte[]> buffer) {}

  private static Kept kept(byte value, Function<byte[], PersistentRequest> make) {
    byte[] buffer = new byte[100_000];
    Arrays.fill(buffer, value);
    return new Kept(make.apply(buffer), new WeakReference<>(buffer));
  }

  static void aRequestKeepsItsBufferFromStartToStart(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    byte own = (byte) (world.rank() + 1);
    byte theirs = (byte) (previous + 1);
    Kept send = kept(own, buffer -> world.persistentSend(buffer, next, 1));
    Kept receive = kept((byte) 0, buffer -> world.persistentReceive(buffer, previous, 1));
    Kept parts = kept(own, buffer -> world.partitionedSend(buffer, 4, 25_000, next, 2));
    Kept arrivals =
        kept((byte) 0, buffer -> world.partitionedReceive(buffer, 2, 50_000, previous, 2));
    // Native memory lives as long as the segment of an automatic arena is reachable.
    PersistentRequest ofSegment =
        world.persistentSend(Arena.ofAuto().allocate(100_000).fill(own), next, 3);
    byte[] fromSegment = new byte[100_000];
    for (int turn = 0; turn < 2; turn++) {
      Garbage.makeAndCollect();
      PersistentRequest.startAll(
          receive.request, arrivals.request, send.request, parts.request, ofSegment);
      Garbage.makeAndCollect();
      ((PartitionedSend) parts.request).readyRange(0, 3);
      world.receive(fromSegment, previous, 3);
      Request.awaitAll(receive.request, arrivals.request, send.request, parts.request, ofSegment);
      Garbage.makeAndCollect();
      for (Kept each : List.of(receive, arrivals)) {
        byte[] got = each.buffer.get();
        Check.that(got != null, "the buffer of " + each.request + " is there");
        assertAll(theirs, got);
        Arrays.fill(got, (byte) 0);
      }
      assertAll(theirs, fromSegment);
    }
    Reference.reachabilityFence(send.request);
    Reference.reachabilityFence(parts.request);
  }

  private static void assertAll(byte value, byte[] got) {
    byte[] expected = new byte[got.length];
    Arrays.fill(expected, value);
    Check.equal(-1, Arrays.mismatch(expected, got), "first byte that differs");
  }

  static void aPartitionedReceiveCountsElements(Comm world) {
    int me = world.rank();
    PartitionedSend send = world.partitionedSend(new double[6], 3, 2, me, 4);
    PartitionedReceive receive = world.partitionedReceive(new double[8], 2, 4, me, 4);
    PersistentRequest.startAll(send, receive);
    send.readyRange(0, 2);
    Status status = receive.await();
    send.await();
    Check.equal(6L, status.count(), "count");
    Check.equal(48L, status.bytes(), "bytes");
    Check.equal(4, status.tag(), "tag");
  }

  static void partitionsToNobodyAreComplete(Comm world) {
    PartitionedSend send = world.partitionedSend(new int[2], 2, 1, Ronsel.PROC_NULL, 1);
    PartitionedReceive receive = world.partitionedReceive(new int[2], 2, 1, Ronsel.PROC_NULL, 1);
    PersistentRequest.startAll(send, receive);
    send.readyRange(0, 1);
    send.await();
    Check.that(receive.arrived(1), "nothing is to come");
    Status status = receive.await();
    Check.equal(Ronsel.PROC_NULL, status.source(), "source");
    Check.equal(Ronsel.ANY_TAG, status.tag(), "tag");
    Check.equal(0L, status.count(), "count");
  }

  static void persistentRequestsTakeElementsOfADatatype(Comm world) {
    int me = world.rank();
    Datatype<?> everyOther = Datatype.vector(3, 1, 2, Datatype.INT);
    int[] out = new int[8];
    int[] in = new int[8];
    PersistentRequest receive = world.persistentReceive(in, everyOther, 2, 1, me, 1);
    PersistentRequest send = world.persistentSendSynchronous(out, everyOther, 1, 1, me, 1);
    for (int turn = 1; turn < 4; turn++) {
      Arrays.setAll(out, i -> i * 10);
      out[1] = turn;
      Request.startAll(receive, send);
      Request.awaitAll(receive, send);
      Check.equal(new int[] {0, 0, turn, 0, 30, 0, 50, 0}, in, "every other element");
    }
    byte[] bytes = new byte[5];
    PersistentRequest all = world.persistentReceive(MemorySegment.ofArray(bytes), me, 2);
    all.start();
    world.send(new byte[] {1, 2, 3}, me, 2);
    Check.equal(3L, all.await().bytes(), "bytes of a segment");
    Check.equal(new byte[] {1, 2, 3, 0, 0}, bytes, "the segment");
  }

  static void persistentRequestsTakeSegmentsToo(Comm world) {
    int me = world.rank();
    try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofShared()) {
      java.lang.foreign.MemorySegment out = arena.allocate(800);
      java.lang.foreign.MemorySegment in = arena.allocate(800);
      PersistentRequest receive = world.persistentReceive(in, Datatype.LONG, 8, 90, me, 1);
      PersistentRequest send = world.persistentSend(out, Datatype.LONG, 0, 90, me, 1);
      for (int turn = 1; turn < 4; turn++) {
        Datatype.LONG.set(out, 89, (long) turn);
        PersistentRequest.startAll(receive, send);
        Check.equal(90L, receive.await().count(), "count");
        send.await();
        Check.equal((long) turn, Datatype.LONG.get(in, 90), "data");
      }
    }
  }

  static void aStageIsOfTheStartAtWhichItWasMade(Comm world) throws Exception {
    int me = world.rank();
    for (int turn = 0; turn < 50; turn++) {
      int[] in = new int[1];
      PersistentRequest receive = world.persistentReceive(in, me, 5);
      Request sent = world.iSend(new int[] {turn}, me, 5);
      receive.start();
      CompletableFuture<Status> first = receive.toCompletionStage().toCompletableFuture();
      receive.await();
      receive.start(); // for which nothing comes before the first stage has completed
      Check.equal(me, first.get(30, TimeUnit.SECONDS).source(), "source of the first message");
      world.send(new int[] {-1}, me, 5);
      receive.await();
      Check.equal(-1, in[0], "the second message");
      sent.await();
    }
  }
}
