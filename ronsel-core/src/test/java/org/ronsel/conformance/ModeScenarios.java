package org.ronsel.conformance;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.DeadlockException;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.WaitInterruptedException;

/**
 * The modes of sending, peers that are special, and lengths that are (MPI-4.1, sections 3.4, 3.10).
 */
final class ModeScenarios {
  private static final int LARGE = 1 << 20;

  private ModeScenarios() {}

  @Ranks(min = 2)
  static void aSynchronousSendCompletesOnlyAtTheMatch(Comm world) {
    for (int bytes : new int[] {0, 8, 1000, LARGE}) {
      if (world.rank() == 0) {
        Request send = world.iSendSynchronous(new byte[bytes], 1, 2);
        Together.await(world, 1);
        for (int i = 0; i < 100; i++) {
          Check.that(!send.test(), "a synchronous send without a match is not complete");
        }
        Together.signal(world, 1);
        send.await();
        world.sendSynchronous(new byte[bytes], 1, 2);
      } else if (world.rank() == 1) {
        world.probe(0, 2);
        Together.signal(world, 0);
        Together.await(world, 0);
        world.receive(new byte[bytes], 0, 2);
        Check.equal((long) bytes, world.receive(new byte[bytes], 0, 2).bytes(), "bytes");
      }
    }
    Together.barrier(world);
  }

  @Ranks(min = 2)
  static void aSynchronousSendToAPostedReceiveCompletes(Comm world) {
    for (int bytes : new int[] {0, 8, 1000, LARGE}) {
      if (world.rank() == 1) {
        byte[] in = new byte[bytes];
        Request receive = world.iReceive(in, 0, 2);
        Together.signal(world, 0);
        receive.await();
        Check.equal(sevens(bytes), in, "a message of " + bytes + " bytes");
      } else if (world.rank() == 0) {
        Together.await(world, 1);
        world.sendSynchronous(sevens(bytes), 1, 2);
      }
    }
    Together.barrier(world);
  }

  private static byte[] sevens(int bytes) {
    byte[] data = new byte[bytes];
    Arrays.fill(data, (byte) 7);
    return data;
  }

  static void aRankSendsToItselfInEveryMode(Comm world) {
    int me = world.rank();
    for (int length : new int[] {0, 1, 100, 100_000}) {
      int[] out = new int[length];
      java.util.Arrays.setAll(out, i -> i * 7 + length);
      int[] in = new int[length];
      Request send = world.iSend(out, me, 1);
      Check.equal((long) length, world.receive(in, me, 1).count(), "count");
      Check.equal(out, in, "iSend to self");
      send.await();

      in = new int[length];
      send = world.iSendSynchronous(out, me, 1);
      world.receive(in, Ronsel.ANY_SOURCE, 1);
      Check.equal(out, in, "iSendSynchronous to self");
      send.await();

      in = new int[length];
      Request receive = world.iReceive(in, me, 1);
      world.send(out, me, 1);
      receive.await();
      Check.equal(out, in, "send to a posted receive of self");

      in = new int[length];
      receive = world.iReceive(in, me, 1);
      world.sendSynchronous(out, me, 1);
      receive.await();
      Check.equal(out, in, "sendSynchronous to a posted receive of self");

      in = new int[length];
      Check.equal(me, world.sendReceive(out, me, 1, in, me, 1).source(), "source");
      Check.equal(out, in, "sendReceive with self");
    }
    world.send(new int[] {5}, me, 1);
    int[] got = new int[1];
    world.receive(got, me, 1);
    Check.equal(5, got[0], "short send to self before its receive");
  }

  @Ranks(once = true)
  static void anInterruptedSendToSelfGivesItsBufferBack(Comm world) {
    int me = world.rank();
    byte[] out = new byte[10 * LARGE];
    Arrays.fill(out, (byte) 1);
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        () -> world.send(out, me, 6),
        "rank " + me);
    Arrays.fill(out, (byte) 2);
    byte[] in = new byte[out.length];
    world.receive(in, me, 6);
    Arrays.fill(out, (byte) 1);
    Check.equal(out, in, "what was sent before the buffer was written again");
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        () -> world.sendSynchronous(out, me, 6),
        "rank " + me);
    Check.that(world.iProbe(me, 6) == null, "nobody has matched it, so it is taken back");
  }

  @Ranks(once = true)
  static void aBlockingRendezvousToSelfIsADeadlock(Comm world) {
    int me = world.rank();
    Check.fails(
        DeadlockException.class,
        ErrorClass.DEADLOCK,
        () -> world.send(new byte[10 * LARGE], me, 6),
        "rank " + me,
        "itself");
    Check.fails(
        DeadlockException.class,
        ErrorClass.DEADLOCK,
        () -> world.sendSynchronous(new byte[1], me, 6),
        "rank " + me,
        "itself");
    Check.that(world.iProbe(me, 6) == null, "a send that failed leaves no message behind");
    int[] got = new int[1];
    world.send(new int[] {9}, me, 6);
    world.receive(got, me, 6);
    Check.equal(9, got[0], "the rank goes on");
  }

  static void messagesWithoutDataAreMessages(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int last = (world.rank() - 1 + world.size()) % world.size();
    Request[] sends = {
      world.iSend(new byte[0], next, 1),
      world.iSend(new double[5], 5, 0, next, 2),
      world.iSendSynchronous(new long[0], next, 3),
      world.iSend(new boolean[0], next, 4)
    };
    Check.equal(0L, world.receive(new byte[0], Ronsel.ANY_SOURCE, 1).bytes(), "bytes");
    Check.equal(0L, world.receive(new double[3], Ronsel.ANY_SOURCE, 2).count(), "count");
    // Not from any source: another rank may be behind this scenario already.
    Check.equal(3, world.receive(new long[3], last, Ronsel.ANY_TAG).tag(), "tag");
    world.receive(new boolean[2], Ronsel.ANY_SOURCE, 4);
    Request.awaitAll(sends);
  }

  static void procNullCompletesAtOnce(Comm world) {
    int nobody = Ronsel.PROC_NULL;
    world.send(new int[3], nobody, 1);
    world.sendSynchronous(new int[3], nobody, 1);
    world.iSend(new int[LARGE], nobody, 1).await();
    Check.that(
        world.iSendSynchronous(new int[3], nobody, 1).test(), "a send to nobody is complete");
    int[] untouched = {1, 2, 3};
    Status status = world.receive(untouched, nobody, 1);
    Check.equal(nobody, status.source(), "source");
    Check.equal(Ronsel.ANY_TAG, status.tag(), "tag");
    Check.equal(0L, status.count(), "count");
    Check.equal(nobody, world.iReceive(untouched, nobody, 1).await().source(), "source");
    Check.equal(nobody, world.probe(nobody, 1).source(), "source");
    Check.equal(nobody, world.iProbe(nobody, 1).source(), "source");
    Status filled = new Status();
    world.receive(untouched, nobody, 1, filled);
    Check.equal(nobody, filled.source(), "source");
    Check.equal(
        nobody, world.sendReceive(untouched, nobody, 1, new int[3], nobody, 1).source(), "source");
    Request both = world.iSendReceiveReplace(untouched, nobody, 1, nobody, 1);
    Check.equal(nobody, both.await().source(), "source");
    Check.equal(new int[] {1, 2, 3}, untouched, "buffer");
  }

  static void aShiftByExchangeNeverDeadlocks(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {0, 1, 3000, 500_000}) {
      int[] out = new int[length];
      java.util.Arrays.fill(out, world.rank());
      int[] in = new int[length + 2];
      Status status = world.sendReceive(out, next, 8, in, previous, 8);
      Check.equal((long) length, status.count(), "count");
      Check.equal(previous, status.source(), "source");
      for (int i = 0; i < length; i++) {
        Check.equal(previous, in[i], "element");
      }
      status = world.sendReceive(out, 0, length, next, 8, in, 2, length, previous, 8);
      Check.equal((long) length, status.count(), "count");
    }
    // Many rounds are under way at the same time, and the last ones are asked for first.
    for (int length : new int[] {0, 1, 3000, 500_000}) {
      int rounds = length > 3000 ? 3 : 20;
      int[][] in = new int[rounds][length];
      Request[] requests = new Request[rounds];
      for (int round = 0; round < rounds; round++) {
        int[] out = new int[length];
        java.util.Arrays.fill(out, world.rank() * rounds + round);
        requests[round] = world.iSendReceive(out, next, 8, in[round], previous, 8);
      }
      for (int round = rounds - 1; round >= 0; round--) {
        Status status = requests[round].await();
        Check.equal((long) length, status.count(), "count");
        Check.equal(previous, status.source(), "source");
        Check.equal(8, status.tag(), "tag");
        Check.equal(false, requests[round].cancel(), "cancelled");
        for (int i = 0; i < length; i++) {
          Check.equal(previous * rounds + round, in[round][i], "element");
        }
      }
    }
    // An edge of the domain talks to nobody.
    int right = world.rank() + 1 < world.size() ? world.rank() + 1 : Ronsel.PROC_NULL;
    int left = world.rank() > 0 ? world.rank() - 1 : Ronsel.PROC_NULL;
    int[] in = {-1};
    world.sendReceive(new int[] {world.rank()}, right, 8, in, left, 8);
    Check.equal(left == Ronsel.PROC_NULL ? -1 : left, in[0], "halo");
    in[0] = -1;
    Status status = world.iSendReceive(new int[] {world.rank()}, right, 8, in, left, 8).await();
    Check.equal(left, status.source(), "source");
    Check.equal(left == Ronsel.PROC_NULL ? -1 : left, in[0], "halo");
  }

  static void allRanksSendEachOtherLargeMessagesAtOnce(Comm world) {
    int size = world.size();
    int bytes = Math.max(300_000, 4 * LARGE / size);
    Request[] sends = new Request[size];
    for (int peer = 0; peer < size; peer++) {
      byte[] out = new byte[bytes + peer];
      java.util.Arrays.fill(out, (byte) (world.rank() * 16 + peer));
      sends[peer] = world.iSend(out, peer, 21);
    }
    for (int peer = size - 1; peer >= 0; peer--) {
      byte[] in = new byte[bytes + world.rank()];
      Check.equal((long) in.length, world.receive(in, peer, 21).count(), "count");
      for (byte value : in) {
        if (value != (byte) (peer * 16 + world.rank())) {
          throw new AssertionError("byte " + value + " from rank " + peer);
        }
      }
    }
    Request.awaitAll(sends);
  }

  @Ranks(min = 3)
  static void aBlockingSendMakesProgressForEverything(Comm world) {
    byte[] in = new byte[LARGE];
    switch (world.rank()) {
      case 0 -> {
        Request fromTwo = world.iReceive(in, 2, 1);
        Together.signal(world, 2);
        // Received only after the message of rank 2 has reached this rank.
        world.send(new byte[LARGE], 1, 1);
        fromTwo.await();
        Check.equal(sevens(LARGE), in, "the message of rank 2");
      }
      case 1 -> {
        Together.await(world, 2);
        world.receive(in, 0, 1);
      }
      case 2 -> {
        Together.await(world, 0);
        world.sendSynchronous(sevens(LARGE), 0, 1);
        Together.signal(world, 1);
      }
      default -> {
        // Takes no part.
      }
    }
    Together.barrier(world);
  }
}
