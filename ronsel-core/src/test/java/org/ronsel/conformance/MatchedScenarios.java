package org.ronsel.conformance;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Message;
import org.ronsel.ObjectRequest;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;

/** Matched probes (MPI-4.1, section 3.8.2), and objects whose length nobody knows before. */
final class MatchedScenarios {
  private MatchedScenarios() {}

  static void aProbedMessageIsReceivedByWhoHasIt(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {0, 3, 5000, 300_000}) {
      int[] out = new int[length];
      Arrays.setAll(out, i -> i ^ world.rank());
      var first = world.iSend(out, next, 9);
      var second = world.iSend(new int[] {-1}, next, 9);
      Message message = world.mProbe(previous, Ronsel.ANY_TAG);
      Check.equal(9, message.tag(), "tag");
      Check.equal(previous, message.source(), "source");
      Check.equal(length * 4L, message.bytes(), "bytes");
      int[] later = new int[1];
      world.receive(later, previous, 9);
      Check.equal(-1, later[0], "a receive gets the next message, not the one that was taken");
      int[] in = new int[length + 1];
      Status status = message.receive(in, 1, length);
      Check.equal((long) length, status.count(), "count");
      Check.equal(previous, status.source(), "source");
      for (int i = 0; i < length; i++) {
        Check.equal(i ^ previous, in[i + 1], "element");
      }
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.REQUEST,
          () -> message.receive(in),
          "received already");
      first.await();
      second.await();
    }
  }

  static void anInterruptedReceiveOfAProbedMessageTakesItAndKeepsTheInterrupt(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (boolean object : new boolean[] {false, true}) {
      byte[] out = new byte[4 << 20];
      Arrays.fill(out, (byte) (world.rank() + 1));
      Request send = object ? world.iSendObject(out, next, 9) : world.iSend(out, next, 9);
      Message message = world.mProbe(previous, 9);
      byte[] in = new byte[out.length];
      Thread.currentThread().interrupt();
      if (object) {
        in = message.receiveObject();
      } else {
        Check.equal((long) in.length, message.receive(in).count(), "count");
      }
      Check.that(Thread.interrupted(), "the interrupt is kept");
      byte[] expected = new byte[in.length];
      Arrays.fill(expected, (byte) (previous + 1));
      Check.equal(expected, in, "message");
      send.await();
    }
  }

  static void aSynchronousSendWaitsForTheReceiveOfTheProbedMessage(Comm world) {
    var send = world.iSendSynchronous(new byte[10], world.rank(), 2);
    Message message = null;
    while (message == null) {
      message = world.imProbe(Ronsel.ANY_SOURCE, 2);
    }
    Check.that(!send.test(), "taking the message is not a receive");
    message.receive(new byte[10]);
    send.await();
    Check.that(world.imProbe(world.rank(), 2) == null, "nothing is left");
  }

  static void threadsThatProbeGetEveryMessageOnce(Comm world) throws Exception {
    int me = world.rank();
    int messages = 300;
    AtomicInteger sum = new AtomicInteger();
    Together.threads(
        4,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < messages; i++) {
              world.send(new int[] {i}, me, 1);
            }
            return;
          }
          for (int i = 0; i < messages / 3; i++) {
            int[] in = new int[1];
            world.mProbe(Ronsel.ANY_SOURCE, 1).receive(in);
            sum.addAndGet(in[0]);
          }
        });
    Check.equal(messages * (messages - 1) / 2, sum.get(), "sum of what the threads got");
  }

  static void aProbedMessageThatDoesNotFitSaysSo(Comm world) {
    int me = world.rank();
    world.send(new int[5], me, 1);
    Message message = world.mProbe(me, 1);
    Check.fails(TruncationException.class, ErrorClass.TRUNCATE, () -> message.receive(new int[4]));
    world.send(new int[5], me, 1);
    Message other = world.mProbe(me, 1);
    Check.fails(
        TypeMismatchException.class, ErrorClass.TYPE, () -> other.receive(new float[5]), "FLOAT");
  }

  static void aProbeOfNobodyFindsAnEmptyMessage(Comm world) {
    Message message = world.mProbe(Ronsel.PROC_NULL, 1);
    Check.equal(Ronsel.PROC_NULL, message.source(), "source");
    Check.equal(Ronsel.PROC_NULL, message.receive(new int[1]).source(), "source");
    Check.that(message.receiveObject() == null, "object");
    Check.equal(0L, world.imProbe(Ronsel.PROC_NULL, 1).bytes(), "bytes");
  }

  static void objectsSizeThemselves(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    ObjectRequest<String> receive = world.iReceiveObject(previous, 3);
    String text = "x".repeat(200_000) + world.rank();
    Request send = world.iSendObject(text, next, 3);
    Request.awaitAll(receive, send);
    Check.equal(previous, receive.await().source(), "source");
    String got = receive.object();
    Check.equal("x".repeat(200_000) + previous, got, "object");
    Check.that(got == (Object) receive.object(), "it is decoded once");
    send.await();
    send = world.iSendObject(new int[][] {{1}, {2, 3}}, next, 3);
    int[][] nested = world.mProbe(previous, 3).receiveObject();
    Check.equal(new int[] {2, 3}, nested[1], "object of a matched probe");
    send.await();
    Check.that(world.iReceiveObject(Ronsel.PROC_NULL, 1).object() == null, "from nobody");
    RequestSet both = new RequestSet(world.iReceiveObject(previous, 3));
    send = world.iSendObject("in a set", next, 3);
    Request first = both.awaitAny();
    Check.that(
        first instanceof ObjectRequest<?> done && "in a set".equals(done.object()),
        "a set hands out the request of the object");
    send.await();
    ObjectRequest<String> cancelled = world.iReceiveObject(previous, 9);
    Check.that(cancelled.cancel(), "nobody sends with this tag");
    Check.that(cancelled.object() == null, "a cancelled request has no object");
  }
}
