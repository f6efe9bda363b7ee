package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.WaitInterruptedException;

/** Mistakes that are found at the match: reported where they are, and nothing else is disturbed. */
final class ErrorScenarios {
  private ErrorScenarios() {}

  static void aMessageLongerThanItsBufferIsTruncated(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {5, 1000, 100_000, 1_000_000}) {
      int[] out = new int[length];
      java.util.Arrays.setAll(out, i -> i + 1);
      int[] in = new int[length];
      Request bad = world.iSend(out, next, 1);
      Request good = world.iSend(out, next, 2);
      Check.fails(
          TruncationException.class,
          ErrorClass.TRUNCATE,
          () -> world.receive(in, 1, 3, Ronsel.ANY_SOURCE, 1),
          "rank " + world.rank(),
          "rank " + previous,
          "tag 1",
          4L * length + " bytes",
          "12 bytes");
      int[] expected = new int[length];
      System.arraycopy(out, 0, expected, 1, 3);
      Check.equal(expected, in, "the first part arrives, and nothing lies outside the buffer");
      bad.await();
      world.receive(in, previous, 2);
      Check.equal(out, in, "the next message");
      good.await();
    }
    Together.barrier(world);
  }

  static void anotherElementTypeIsAnError(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {2, 1000, 200_000}) {
      long[] out = new long[length];
      java.util.Arrays.fill(out, -1);
      double[] in = new double[length];
      Request bad = world.iSend(out, next, 1);
      Request good = world.iSend(new double[] {2.5}, next, 1);
      Check.fails(
          TypeMismatchException.class,
          ErrorClass.TYPE,
          () -> world.receive(in, previous, 1),
          "rank " + world.rank(),
          "rank " + previous,
          "LONG",
          "DOUBLE",
          "tag 1");
      bad.await();
      Check.equal(new double[length], in, "buffer");
      world.receive(in, previous, 1);
      Check.equal(2.5, in[0], "the next message");
      good.await();
    }
    Together.barrier(world);
  }

  static void aMessageWithoutDataMatchesEveryElementType(Comm world) {
    int next = (world.rank() + 1) % world.size();
    Request send = world.iSend(new byte[0], next, 1);
    Check.equal(0L, world.receive(new double[4], Ronsel.ANY_SOURCE, 1).count(), "count");
    Request synchronous = world.iSendSynchronous(new double[0], next, 1);
    Check.equal(0L, world.receive(new int[4], Ronsel.ANY_SOURCE, 1).count(), "count");
    Request.awaitAll(send, synchronous);
  }

  static void anErrorOfOneReceiveLeavesThePostedOnesAlone(Comm world) {
    int me = world.rank();
    byte[] first = new byte[4];
    Request small = world.iReceive(new byte[1], me, 1);
    Request other = world.iReceive(first, me, 1);
    world.send(new byte[] {1, 2}, me, 1);
    world.send(new byte[] {3, 4}, me, 1);
    Check.fails(TruncationException.class, ErrorClass.TRUNCATE, small::await);
    Check.fails(TruncationException.class, ErrorClass.TRUNCATE, small::test);
    Check.equal(2L, other.await().count(), "count");
    Check.equal(new byte[] {3, 4, 0, 0}, first, "buffer");
  }

  static void aPendingReceiveIntoAClosedArenaFails(Comm world) {
    int me = world.rank();
    for (int length : new int[] {100, 500_000}) {
      Arena arena = Arena.ofShared();
      Request receive = world.iReceive(arena.allocate(length), me, 1);
      arena.close();
      Request send = world.iSend(new byte[length], me, 1);
      Request behind = world.iSend(new byte[] {9}, me, 1);
      Check.fails(
          RonselException.class,
          ErrorClass.BUFFER,
          receive::await,
          "rank " + me,
          "receive",
          "tag 1",
          "keep its arena open until the request completes");
      byte[] got = new byte[1];
      world.receive(got, me, 1);
      Check.equal((byte) 9, got[0], "the next message");
      Request.awaitAll(send, behind);
    }
  }

  static void aPendingSendFromAClosedArenaFailsOnBothSides(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (boolean synchronous : new boolean[] {true, false}) {
      Arena arena = Arena.ofShared();
      MemorySegment out = arena.allocate(500_000);
      Request send = synchronous ? world.iSendSynchronous(out, next, 1) : world.iSend(out, next, 1);
      arena.close();
      Check.that(!send.await(Duration.ofMillis(5)), "the data are still to be sent");
      Together.barrier(world);
      Request receive = world.iReceive(new byte[500_000], previous, 1);
      for (Request request : new Request[] {send, receive}) {
        Check.fails(
            RonselException.class,
            ErrorClass.BUFFER,
            request::await,
            "rank " + world.rank(),
            "tag 1",
            "arena");
      }
      int[] got = new int[1];
      world.sendReceive(new int[] {3}, next, 1, got, previous, 1);
      Check.equal(3, got[0], "the next message");
      Together.barrier(world);
    }
  }

  /** The part that is right has been done, and nothing is left of the other. */
  static void aStartedExchangeFailsWithItsReceive(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {3, 100_000}) {
      int[] shorter = new int[length - 1];
      Request both = world.iSendReceive(new int[length], next, 1, shorter, previous, 1);
      Check.fails(
          TruncationException.class,
          ErrorClass.TRUNCATE,
          both::await,
          "rank " + world.rank(),
          "rank " + previous,
          "tag 1");
      int[] got = new int[1];
      world.iSendReceive(new int[] {world.rank()}, next, 1, got, previous, 1).await();
      Check.equal(previous, got[0], "the next message");
    }
  }

  /** The request of an exchange is one among others for calls that wait for several. */
  static void aStartedExchangeIsWaitedForAmongOthers(Comm world) {
    int me = world.rank();
    int[] got = new int[1];
    Request never = world.iReceive(new int[1], me, 3);
    Request both = world.iSendReceive(new int[] {me}, me, 2, got, me, 2);
    Check.equal(1, Request.awaitAny(never, both), "the complete one");
    Check.equal(me, got[0], "message");
    Request early = world.iSendReceive(new int[] {me + 1}, me, 3, got, me, 2);
    never.await();
    Check.equal(false, early.await(Duration.ofMillis(1)), "complete before its message has come");
    Check.equal(false, early.test(), "complete before its message has come");
    world.iSend(new int[] {me + 2}, me, 2).release();
    Check.equal(me, early.toCompletionStage().toCompletableFuture().join().source(), "source");
    Check.equal(me + 2, got[0], "message");
  }

  static void anInterruptedExchangeTakesNoMessage(Comm world) {
    int me = world.rank();
    int[] in = {-1};
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        () -> world.sendReceive(new int[1], Ronsel.PROC_NULL, 1, in, me, 1),
        "rank " + me,
        "no message has been taken");
    Request send = world.iSend(new int[] {4}, me, 1);
    int[] got = new int[1];
    world.receive(got, me, 1);
    Check.equal(4, got[0], "message");
    Check.equal(-1, in[0], "buffer of the interrupted exchange");
    send.await();
  }

  static void aWaitThatIsInterruptedSaysWhatBecomesOfIt(Comm world) {
    int me = world.rank();
    int[] got = new int[1];
    Request receive = world.iReceive(got, me, 1);
    List<Check.Statement> ended =
        List.of(
            () -> world.receive(new int[1], me, 2),
            () -> world.receiveObject(me, 2),
            () -> world.probe(me, 2),
            () -> world.mProbe(me, 2));
    for (Check.Statement call : ended) {
      Thread.currentThread().interrupt();
      Check.fails(
          WaitInterruptedException.class, ErrorClass.OTHER, call, "no message has been taken");
    }
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        () -> receive.await(),
        "the operation goes on");
    Request send = world.iSend(new int[] {4}, me, 1);
    receive.await();
    send.await();
    Check.equal(4, got[0], "what the request has received");
  }
}
