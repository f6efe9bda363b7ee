package org.ronsel.conformance;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ronsel.Comm;
import org.ronsel.Request;

/** Flow control: a fast sender neither floods nor stalls a slow receiver. */
final class FlowScenarios {
  private FlowScenarios() {}

  @Ranks(min = 2, megabytes = 100)
  static void aMessageIsReceivedBeforeAHundredThousandOthers(Comm world) {
    int count = 100_000;
    if (world.rank() == 0) {
      Request[] sends = new Request[count];
      for (int i = 0; i < count; i++) {
        sends[i] = world.iSend(new int[] {i}, 1, 1);
      }
      world.send(new int[] {-1}, 1, 2);
      Request.awaitAll(sends);
    } else if (world.rank() == 1) {
      int[] got = new int[1];
      world.receive(got, 0, 2);
      Check.equal(-1, got[0], "message of tag B");
      for (int i = 0; i < count; i++) {
        world.receive(got, 0, 1);
        Check.equal(i, got[0], "message of tag A");
      }
    }
    Together.barrier(world);
  }

  /** Each copy is more than half of what a rank may hold. */
  static void aSendThatNobodyReceivesCompletesWhenThereIsRoomForItsCopy(Comm world)
      throws Exception {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    byte[] data = new byte[700_000];
    world.iSend(data, next, 1).await();
    Request second = world.iSend(data, next, 2);
    AtomicBoolean complete = new AtomicBoolean();
    Thread waiter =
        Thread.ofPlatform().daemon().start(() -> complete.set(second.await(Check.LONG)));
    Check.eventually(
        () -> waiter.getState() == Thread.State.TIMED_WAITING, "the waiting thread parks");
    Together.barrier(world);
    Check.that(!second.isComplete(), "there is no room for the second copy");
    Together.barrier(world);
    world.receive(data, previous, 1);
    waiter.join();
    Check.that(complete.get(), "the second send completes");
    Together.barrier(world);
    world.receive(data, previous, 2);
    Together.barrier(world);
  }

  @Ranks(min = 2, megabytes = 200)
  static void unexpectedDataStayWithTheirSender(Comm world) {
    int count = 50_000;
    byte[] shared = new byte[4096]; // 200 MB of messages, 4 KB of data at the sender
    if (world.rank() == 0) {
      Request[] sends = new Request[count];
      for (int i = 0; i < count; i++) {
        sends[i] = world.iSend(shared, 1, 1);
      }
      world.send(new byte[1], 1, 2);
      Together.await(world, 1);
      Request.awaitAll(sends);
    } else if (world.rank() == 1) {
      long before = usedHeap();
      world.receive(new byte[1], 0, 2);
      long grown = usedHeap() - before;
      Check.that(grown < 64L << 20, "200 MB of unexpected messages took " + (grown >> 20) + " MB");
      Together.signal(world, 0);
      byte[] got = new byte[4096];
      for (int i = 0; i < count; i++) {
        world.receive(got, 0, 1);
      }
    }
    Together.barrier(world);
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  static void everybodyFloodsEverybody(Comm world) {
    int each = 2000;
    int size = world.size();
    Request[] sends = new Request[each * size];
    for (int i = 0; i < each; i++) {
      for (int peer = 0; peer < size; peer++) {
        int[] message = new int[i % 50 == 0 ? 4000 : 3];
        Arrays.fill(message, i);
        sends[i * size + peer] = world.iSend(message, peer, 1);
      }
    }
    int[] got = new int[4000];
    for (int peer = size - 1; peer >= 0; peer--) {
      for (int i = 0; i < each; i++) {
        long count = world.receive(got, peer, 1).count();
        Check.equal(i, got[0], "message of rank " + peer);
        Check.equal(i, got[(int) count - 1], "end of a message of rank " + peer);
      }
    }
    Request.awaitAll(sends);
  }
}
