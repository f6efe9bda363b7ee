package org.ronsel.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.WaitInterruptedException;

/** Requests: waiting, testing, cancelling, interrupting (MPI-4.1, sections 3.7 and 3.8.4). */
final class RequestScenarios {
  private RequestScenarios() {}

  static void aRequestAnswersTheSameAfterCompletion(Comm world) {
    int[] got = new int[4];
    Request receive = world.iReceive(got, world.rank(), 1);
    Check.that(!receive.test(), "no message yet");
    Check.that(!receive.await(Duration.ofMillis(2)), "no message yet");
    Check.that(!receive.await(Duration.ZERO), "no message yet");
    Check.that(!receive.await(Duration.ofSeconds(-1)), "no message yet");
    Request send = world.iSend(new int[] {1, 2, 3}, world.rank(), 1);
    Check.that(receive.await(Check.LONG), "the receive completes");
    for (int i = 0; i < 3; i++) {
      Check.that(receive.test(), "a complete request stays complete");
      Status status = receive.await();
      Check.equal(3L, status.count(), "count");
      Check.equal(12L, status.bytes(), "bytes");
      Check.equal(world.rank(), status.source(), "source");
      Check.that(!receive.cancel(), "a complete receive cannot be cancelled");
    }
    send.await();
    Check.that(send.await(Duration.ZERO), "a complete request stays complete");
    Check.equal(new int[] {1, 2, 3, 0}, got, "buffer");
  }

  static void testMakesProgress(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int length : new int[] {1, 300_000}) {
      int[] out = new int[length];
      Arrays.fill(out, world.rank());
      int[] in = new int[length];
      Request receive = world.iReceive(in, previous, 1);
      Request send = world.iSend(out, next, 1);
      Check.eventually(() -> send.test() & receive.test(), "tests alone complete the requests");
      Check.equal(previous, in[length - 1], "element");
    }
    Together.barrier(world);
  }

  static void aCancelledReceiveTakesNoMessage(Comm world) {
    int me = world.rank();
    int[] cancelled = {-1};
    int[] kept = {-1};
    Request first = world.iReceive(cancelled, me, 1);
    Request second = world.iReceive(kept, me, 1);
    Check.that(first.cancel(), "a posted receive is cancelled");
    Check.that(!first.cancel(), "and only once");
    world.send(new int[] {7}, me, 1);
    second.await();
    Check.equal(7, kept[0], "the message goes to the next receive");
    Check.equal(-1, cancelled[0], "buffer of the cancelled receive");
    Check.that(first.test(), "a cancelled request is complete");
    Check.that(first.await(Duration.ZERO), "also for a wait that gives no status");
    Request.awaitAll(first, second);
    Check.that(first.await().isCancelled(), "its status says so");
    Check.fails(
        ClosedException.class,
        ErrorClass.REQUEST,
        first::await,
        "rank " + me,
        "the receive was cancelled",
        "start another one");
    Check.that(first.test(), "a cancelled request stays complete");
  }

  @Ranks(min = 2)
  static void aMatchedReceiveIsNotCancelled(Comm world) {
    if (world.rank() == 0) {
      byte[] got = new byte[1];
      Request receive = world.iReceive(got, 1, 1);
      Together.signal(world, 1);
      Together.await(world, 1); // in order behind the message
      Check.that(!receive.cancel(), "the message is there already");
      Check.that(!receive.await().isCancelled(), "not cancelled");
      Check.equal((byte) 5, got[0], "message");
    } else if (world.rank() == 1) {
      Together.await(world, 0);
      world.send(new byte[] {5}, 0, 1);
      Together.signal(world, 0);
    }
    Together.barrier(world);
  }

  @Ranks(min = 2)
  static void aSendIsNotCancelled(Comm world) {
    if (world.rank() == 0) {
      Request send = world.iSendSynchronous(new int[] {3}, 1, 1);
      Check.that(!send.cancel(), "a send goes on");
      send.await();
    } else if (world.rank() == 1) {
      int[] got = new int[1];
      world.receive(got, 0, 1);
      Check.equal(3, got[0], "message");
    }
    Together.barrier(world);
  }

  static void anInterruptedWaitLeavesTheRequestValid(Comm world) {
    int[] got = new int[1];
    Request receive = world.iReceive(got, world.rank(), 1);
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        receive::await,
        "rank " + world.rank(),
        "receive");
    Check.that(!Thread.currentThread().isInterrupted(), "the interrupt has been delivered");
    Check.that(!receive.test(), "the receive is still pending");
    world.send(new int[] {4}, world.rank(), 1);
    receive.await();
    Check.equal(4, got[0], "message");
  }

  static void anInterruptedReceiveTakesNoMessage(Comm world) {
    int[] interrupted = {-1};
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class,
        ErrorClass.OTHER,
        () -> world.receive(interrupted, world.rank(), 1));
    world.send(new int[] {4}, world.rank(), 1);
    int[] got = new int[1];
    world.receive(got, world.rank(), 1);
    Check.equal(4, got[0], "message");
    Check.equal(-1, interrupted[0], "buffer of the interrupted receive");
    Thread.currentThread().interrupt();
    Check.fails(
        WaitInterruptedException.class, ErrorClass.OTHER, () -> world.probe(world.rank(), 1));
  }

  static void aParkedThreadIsInterrupted(Comm world) throws Exception {
    CountDownLatch thrown = new CountDownLatch(1);
    int[] got = new int[1];
    Request receive = world.iReceive(got, world.rank(), 1);
    Thread waiter =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    receive.await();
                  } catch (WaitInterruptedException expected) {
                    thrown.countDown();
                  }
                });
    Check.eventually(
        () -> waiter.getState() == Thread.State.TIMED_WAITING, "the waiting thread parks");
    waiter.interrupt();
    Check.that(thrown.await(60, TimeUnit.SECONDS), "the parked thread is interrupted");
    world.send(new int[] {4}, world.rank(), 1);
    receive.await();
    Check.equal(4, got[0], "message");
  }

  static void awaitAllCompletesAllAndThrowsTheFirstError(Comm world) {
    int me = world.rank();
    byte[] last = new byte[1];
    Request[] receives = {
      world.iReceive(new byte[8], me, 1),
      world.iReceive(new byte[1], me, 2),
      world.iReceive(last, me, 3)
    };
    world.send(new byte[8], me, 1);
    world.send(new byte[2], me, 2);
    world.send(new byte[] {6}, me, 3);
    Check.fails(
        org.ronsel.TruncationException.class,
        ErrorClass.TRUNCATE,
        () -> Request.awaitAll(receives),
        "rank " + me);
    Check.equal((byte) 6, last[0], "message behind the error");
  }

  static void aCompletionStageCompletesWithTheRequest(Comm world) throws Exception {
    int[] got = new int[1];
    Request receive = world.iReceive(got, world.rank(), 1);
    var next = receive.toCompletionStage().thenApply(status -> status.count() + got[0]);
    world.send(new int[] {41}, world.rank(), 1);
    Check.equal(
        42L, next.toCompletableFuture().get(60, TimeUnit.SECONDS), "what the stage computed");
  }

  static void severalThreadsWaitForOneRequest(Comm world) throws Exception {
    for (int round = 0; round < 2; round++) {
      int[] got = new int[1];
      Request receive = world.iReceive(got, world.rank(), 1);
      Thread[] waiters = new Thread[4];
      for (int i = 0; i < waiters.length; i++) {
        waiters[i] = Thread.ofPlatform().daemon().start(receive::await);
      }
      for (Thread waiter : waiters) {
        Check.eventually(
            () -> waiter.getState() == Thread.State.TIMED_WAITING, "the waiting thread parks");
      }
      world.send(new int[] {round}, world.rank(), 1);
      for (Thread waiter : waiters) {
        waiter.join(Check.LONG);
        Check.that(!waiter.isAlive(), "every waiting thread returns");
      }
    }
  }

  @Ranks(min = 2)
  static void pendingRequestsKeepTheirBuffersReachable(Comm world) {
    int count = 200;
    if (world.rank() == 0) {
      Request[] receives = new Request[count];
      for (int i = 0; i < count; i++) {
        receives[i] = world.iReceive(new int[10 + i * 100], 1, i);
      }
      Garbage.makeAndCollect();
      Together.signal(world, 1);
      for (int i = 0; i < count; i++) {
        Check.equal(10L + i * 100, receives[i].await().count(), "count");
      }
    } else if (world.rank() == 1) {
      Request[] sends = new Request[count];
      Together.await(world, 0);
      for (int i = 0; i < count; i++) {
        int[] message = new int[10 + i * 100];
        Arrays.fill(message, i);
        sends[i] = world.iSend(message, 0, i);
        if (i % 50 == 0) {
          Garbage.makeAndCollect();
        }
      }
      Request.awaitAll(sends);
      // A native segment of an automatic arena lives as long as the request that sends it.
      Request dropped =
          world.iSend(java.lang.foreign.Arena.ofAuto().allocate(100_000).fill((byte) 9), 0, 500);
      Garbage.makeAndCollect();
      Together.signal(world, 0);
      dropped.await();
    }
    if (world.rank() == 0) {
      Together.await(world, 1);
      byte[] got = new byte[100_000];
      world.receive(got, 1, 500);
      for (byte value : got) {
        Check.equal((byte) 9, value, "byte of a segment whose arena nobody else refers to");
      }
    }
    Together.barrier(world);
  }

  static void statusOfASendIsEmpty(Comm world) {
    Request send = world.iSend(new int[3], world.rank(), 1);
    world.receive(new int[3], world.rank(), 1);
    Status status = send.await();
    Check.equal(Ronsel.ANY_SOURCE, status.source(), "source");
    Check.equal(Ronsel.ANY_TAG, status.tag(), "tag");
    Check.equal(0L, status.count(), "count");
    Check.that(!status.isCancelled(), "not cancelled");
  }
}
