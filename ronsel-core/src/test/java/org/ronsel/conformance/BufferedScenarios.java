package org.ronsel.conformance;

import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;

/** Buffered sends and the buffer that a program attaches for them (MPI-4.1, section 3.6). */
final class BufferedScenarios {
  private BufferedScenarios() {}

  @Ranks(min = 2)
  static void aBufferedSendReturnsBeforeItsReceive(Comm world) {
    int large = 100_000;
    if (world.rank() == 0) {
      world.attachBuffer(3L * large * 4);
      int[] out = new int[large];
      for (int i = 1; i <= 3; i++) {
        out[large - 1] = i;
        if (i == 2) {
          Request send = world.iSendBuffered(out, 1, 5);
          Check.that(send.test(), "it is complete at once");
        } else {
          world.sendBuffered(out, 1, 5);
        }
        out[large - 1] = -1; // the message has its own copy
      }
      Together.signal(world, 1);
      Check.equal(3L * large * 4, world.detachBuffer(), "size of the buffer");
    } else if (world.rank() == 1) {
      Together.await(world, 0);
      int[] in = new int[large];
      for (int i = 1; i <= 3; i++) {
        world.receive(in, 0, 5);
        Check.equal(i, in[large - 1], "messages keep their order");
      }
    }
    Together.barrier(world);
  }

  static void roomIsCountedExactly(Comm world) {
    int me = world.rank();
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> world.sendBuffered(new byte[1], me, 1),
        "attachBuffer");
    int each = 200_000; // never goes before it is received
    world.attachBuffer(2L * each);
    Check.fails(
        InvalidArgumentException.class, ErrorClass.BUFFER, () -> world.attachBuffer(5), "already");
    world.sendBuffered(new byte[each], me, 1);
    world.sendBuffered(new byte[each], me, 2);
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> world.sendBuffered(new byte[1], me, 3),
        "2 messages of " + 2 * each,
        "1 bytes");
    world.receive(new byte[each], me, 1);
    world.sendBuffered(new byte[each], me, 3); // in the place of the first
    world.receive(new byte[each], me, 3);
    world.receive(new byte[each], me, 2);
    Check.equal(2L * each, world.detachBuffer(), "size of the buffer");
    Check.fails(
        InvalidArgumentException.class, ErrorClass.BUFFER, world::detachBuffer, "attach one");
    world.attachBuffer(0);
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.BUFFER,
        () -> world.sendBuffered(new byte[1], me, 3),
        "no room");
    world.flushBuffer();
    world.detachBuffer();
  }

  @Ranks(min = 2)
  static void aReadySendMeetsItsReceive(Comm world) {
    for (int length : new int[] {0, 10, 50_000}) {
      if (world.rank() == 1) {
        long[] in = new long[length];
        Request receive = world.iReceive(in, 0, 1);
        Request second = world.iReceive(new long[length], 0, 2);
        Together.signal(world, 0);
        Check.equal((long) length, receive.await().count(), "count");
        second.await();
      } else if (world.rank() == 0) {
        Together.await(world, 1);
        world.sendReady(new long[length], 1, 1);
        world.iSendReady(new long[length], 1, 2).await();
      }
    }
    Together.barrier(world);
  }

  static void whatIsSentIsReplaced(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {1, 100_000}) {
      int[] buffer = new int[length + 1];
      java.util.Arrays.fill(buffer, world.rank());
      var status = world.sendReceiveReplace(buffer, 0, length, next, 1, previous, 1);
      Check.equal((long) length, status.count(), "count");
      Check.equal(previous, buffer[length - 1], "received");
      Check.equal(world.rank(), buffer[length], "outside the range");
      world.sendReceiveReplace(buffer, next, 1, previous, 1);
      java.util.Arrays.fill(buffer, world.rank());
      Request replaced = world.iSendReceiveReplace(buffer, 0, length, next, 1, previous, 1);
      Request.awaitAll(replaced);
      Check.equal((long) length, replaced.await().count(), "count");
      Check.equal(previous, buffer[length - 1], "received");
      Check.equal(world.rank(), buffer[length], "outside the range");
    }
  }
}
