package org.ronsel.conformance;

import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;

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
}
