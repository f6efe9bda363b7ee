package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.Ronsel;
import org.ronsel.TruncationException;

/** Any, some or all of several requests (MPI-4.1, section 3.7.5). */
final class SeveralScenarios {
  private SeveralScenarios() {}

  static void anyOfAnArrayIsTheOneThatIsComplete(Comm world) {
    int me = world.rank();
    int[][] in = new int[20][1];
    Request[] receives = new Request[20];
    for (int i = 0; i < 20; i++) {
      receives[i] = world.iReceive(in[i], me, i);
    }
    Check.equal(Ronsel.UNDEFINED, Request.testAny(receives), "none is complete");
    for (int i : new int[] {7, 19, 0}) {
      world.send(new int[] {i}, me, i);
      Check.equal(i, Request.awaitAny(receives), "index");
      Check.equal(i, receives[i].await().tag(), "tag");
      receives[i] = null;
    }
    world.send(new int[] {4}, me, 4);
    world.send(new int[] {2}, me, 2);
    List<Integer> some = new ArrayList<>();
    while (some.size() < 2) {
      for (int index : Request.awaitSome(receives)) {
        receives[index] = null;
        some.add(index);
      }
    }
    Check.that(some.containsAll(List.of(2, 4)), "some are the complete ones: " + some);
    Check.that(!Request.testAll(receives), "the others are pending");
    Check.equal(0, Request.testSome(receives).length, "none more");
    for (int i = 0; i < 20; i++) {
      if (receives[i] != null) {
        world.send(new int[] {i}, me, i);
      }
    }
    Check.eventually(() -> Request.testAll(receives), "all complete");
    Check.equal(Ronsel.UNDEFINED, Request.awaitAny(new Request[3]), "nothing to wait for");
    Check.equal(Ronsel.UNDEFINED, Request.awaitAny(), "nothing to wait for");
    Check.equal(0, Request.awaitSome(null, null).length, "nothing to wait for");
  }

  /** MPI-4.1, section 3.7.5: what repeatedly appears in such an array eventually succeeds. */
  static void aRequestThatIsCompleteAtOnceKeepsNoOtherFromCompleting(Comm world) {
    int me = world.rank();
    Request first = world.iReceive(new int[1], me, 1);
    world.send(new int[] {1}, me, 1);
    Check.eventually(() -> isAmong(1, Request.testSome(nothing(world), first)), "tested for some");
    Request second = world.iReceive(new int[1], me, 2);
    world.send(new int[] {1}, me, 2);
    Check.eventually(() -> isAmong(1, Request.awaitSome(nothing(world), second)), "awaited some");
  }

  private static Request nothing(Comm world) {
    return world.iReceive(new int[1], Ronsel.PROC_NULL, 1);
  }

  private static boolean isAmong(int index, int[] indices) {
    return Arrays.stream(indices).anyMatch(each -> each == index);
  }

  static void persistentRequestsThatAreNotActiveArePassedOver(Comm world) {
    int me = world.rank();
    PersistentRequest send = world.persistentSend(new int[] {1}, me, 1);
    PersistentRequest receive = world.persistentReceive(new int[1], me, 1);
    Check.equal(Ronsel.UNDEFINED, Request.awaitAny(send, receive), "none is active");
    PersistentRequest.startAll(receive, send);
    List<Integer> told = new ArrayList<>();
    for (int index; (index = Request.awaitAny(send, receive)) != Ronsel.UNDEFINED; ) {
      told.add(index);
    }
    Check.that(told.size() == 2 && told.containsAll(List.of(0, 1)), "each is told once: " + told);
  }

  static void aSetHandsOutItsRequestsOnceEach(Comm world) {
    int size = world.size();
    int each = 50;
    RequestSet set = new RequestSet();
    List<Request> sends = new ArrayList<>();
    byte[][] in = new byte[size * each][];
    for (int i = 0; i < in.length; i++) {
      in[i] = new byte[1 + i % 3 * 40_000];
      set.add(world.iReceive(in[i], i % size, i / size));
    }
    Check.equal(in.length, set.size(), "size");
    for (int i = in.length - 1; i >= 0; i--) {
      byte[] out = new byte[in[i / size * size + world.rank()].length];
      Arrays.fill(out, (byte) world.rank());
      sends.add(world.iSend(out, i % size, i / size));
    }
    AtomicInteger handedOut = new AtomicInteger();
    boolean[] seen = new boolean[in.length];
    while (set.size() > 0) {
      Request any = set.awaitAny();
      int index = any.await().tag() * size + any.await().source();
      Check.that(!seen[index], "request " + index + " is handed out once");
      seen[index] = true;
      Check.equal((byte) (index % size), in[index][in[index].length - 1], "data");
      handedOut.incrementAndGet();
    }
    Check.equal(in.length, handedOut.get(), "requests");
    Check.that(set.awaitAny() == null, "an empty set has nothing");
    Check.that(set.testAny() == null, "an empty set has nothing");
    Check.equal(List.of(), set.awaitSome(), "an empty set has nothing");
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  static void threadsShareASet(Comm world) throws Exception {
    int me = world.rank();
    int requests = 200;
    RequestSet set = new RequestSet();
    for (int i = 0; i < requests; i++) {
      set.add(world.iReceive(new int[1], me, i));
    }
    AtomicInteger taken = new AtomicInteger();
    Together.threads(
        4,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < requests; i++) {
              world.send(new int[] {i}, me, i);
            }
          } else {
            while (set.awaitAny() != null) {
              taken.incrementAndGet();
            }
          }
        });
    Check.equal(requests, taken.get(), "requests taken by three threads");
  }

  static void anErrorStaysWithItsRequest(Comm world) {
    int me = world.rank();
    Request bad = world.iReceive(new int[1], me, 1);
    Request good = world.iReceive(new int[1], me, 2);
    RequestSet set = new RequestSet(bad, good);
    world.send(new int[3], me, 1);
    world.send(new int[1], me, 2);
    for (int i = 0; i < 2; i++) {
      Request done = set.awaitAny();
      if (done == bad) {
        Check.fails(TruncationException.class, ErrorClass.TRUNCATE, done::await);
      } else {
        Check.equal(2, done.await().tag(), "tag");
      }
    }
    RequestSet all =
        new RequestSet(world.iReceive(new int[1], me, 1), world.iSend(new int[2], me, 1));
    Check.fails(TruncationException.class, ErrorClass.TRUNCATE, all::awaitAll);
    Check.equal(0, all.size(), "all have left the set");
  }

  static void aSetRefusesWhatItHasAndNull(Comm world) {
    Request receive = world.iReceive(new int[1], world.rank(), 1);
    RequestSet set = new RequestSet(receive);
    Check.fails(
        InvalidArgumentException.class, ErrorClass.REQUEST, () -> set.add(receive), "already");
    Check.fails(InvalidArgumentException.class, ErrorClass.REQUEST, () -> set.add(null), "null");
    Check.that(set.remove(receive), "it was there");
    Check.that(!set.remove(receive), "it is not there any more");
    Check.equal(0, set.size(), "size");
    receive.cancel();
  }

  static void aRequestThatIsCompleteIsTakenOut(Comm world) {
    int me = world.rank();
    PersistentRequest receive = world.persistentReceive(new int[1], me, 1);
    Request other = world.iReceive(new int[1], me, 2);
    receive.start();
    RequestSet set = new RequestSet(receive, other);
    Check.that(set.testAny() == null, "nothing is complete");
    world.send(new int[1], me, 1);
    receive.await();
    Check.that(set.remove(receive), "it was there");
    Check.that(!set.remove(receive), "it is not there any more");
    Check.equal(1, set.size(), "size");
    receive.start();
    set.add(receive);
    Check.that(set.testAny() == null, "nothing is complete");
    world.send(new int[1], me, 2);
    Check.that(set.awaitAny() == other, "the other one is complete");
    world.send(new int[1], me, 1);
    Check.that(set.awaitAny() == receive, "and then it, once more");
    Check.equal(0, set.size(), "size");
  }

  static void aRequestThatIsStartedAgainIsHandedOutAsActive(Comm world) {
    int me = world.rank();
    PersistentRequest receive = world.persistentReceive(new int[1], me, 1);
    receive.start();
    RequestSet set = new RequestSet(receive);
    world.send(new int[1], me, 1);
    receive.await();
    receive.start();
    Check.that(set.awaitAny() == receive, "what was added is complete");
    Check.that(receive.isActive(), "nobody has been told of the second start");
    world.send(new int[1], me, 1);
    Check.equal(1L, receive.await().count(), "count");
    Check.that(!receive.isActive(), "it is complete");
  }
}
