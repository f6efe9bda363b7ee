package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/** Collective operations that are started, and left, and forgotten (MPI-4.1, section 6.12). */
final class OutstandingScenarios {
  /** In which other ranks make progress, on few cores. */
  private static final long PAUSE_NS = 50_000;

  private OutstandingScenarios() {}

  /** An operation under way, and what must hold when it is complete. */
  private record Pending(Request request, Runnable check) {}

  private static Pending start(Comm world, int turn) {
    int me = world.rank();
    int n = world.size();
    int root = turn % n;
    int[] in = {me + turn};
    return switch (turn % 7) {
      case 0 -> new Pending(world.iBarrier(), () -> {});
      case 1 -> {
        int[] data = {me == root ? turn : -1};
        yield new Pending(
            world.iBroadcast(data, root), () -> Check.equal(turn, data[0], "broadcast"));
      }
      case 2 -> {
        int[] sum = new int[1];
        yield new Pending(
            world.iAllReduce(in, sum, Op.SUM),
            () -> Check.equal(n * turn + n * (n - 1) / 2, sum[0], "sum"));
      }
      case 3 -> {
        int[] all = new int[n];
        yield new Pending(
            world.iAllGather(in, all), () -> Check.equal(n - 1 + turn, all[n - 1], "allGather"));
      }
      case 4 -> {
        long[] out = new long[n];
        long[] from = new long[n];
        Arrays.fill(out, me * 1000L + turn);
        yield new Pending(
            world.iAllToAll(out, from),
            () -> Check.equal((n - 1) * 1000L + turn, from[n - 1], "allToAll"));
      }
      case 5 -> {
        int[] max = new int[1];
        yield new Pending(
            world.iScan(in, max, Op.MAX), () -> Check.equal(me + turn, max[0], "scan"));
      }
      default -> {
        int[] counts = new int[n];
        int[] places = new int[n];
        Arrays.setAll(counts, rank -> rank % 2 + 1);
        Arrays.setAll(places, rank -> 2 * rank);
        int[] own = {turn, me};
        int[] all = new int[2 * n];
        yield new Pending(
            world
                .untyped()
                .started()
                .allGatherv(own, Datatype.INT, 0, counts[me], all, Datatype.INT, 0, counts, places),
            () -> Check.equal(turn, all[2 * n - 2], "allGatherv"));
      }
    };
  }

  static void thousandsAreCompletedInAnyOrder(Comm world) {
    int many = Math.max(500, 6000 / (world.size() * world.size()));
    List<Pending> pending = new ArrayList<>();
    for (int turn = 0; turn < many; turn++) {
      pending.add(start(world, turn));
    }
    Collections.shuffle(pending, new Random(world.rank()));
    for (Pending each : pending) {
      each.request.await();
      each.check.run();
    }
  }

  static void nobodyHasToWaitForThoseThatAreForgotten(Comm world) {
    List<Runnable> checks = new ArrayList<>();
    for (int turn = 0; turn < 200; turn++) {
      checks.add(start(world, turn).check);
      if (turn % 50 == 0) {
        Garbage.collect(); // nothing refers to the request any more; its messages still go
      }
    }
    long deadline = System.nanoTime() + Check.LONG.toNanos();
    for (Runnable check : checks) {
      awaitTruth(world, check, deadline);
    }
    world.barrier(); // the others may still need what this rank has to send
  }

  /** Makes progress, as any call does, until something holds. */
  private static void awaitTruth(Comm world, Runnable check, long deadline) {
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError notYet) {
        if (System.nanoTime() - deadline > 0) {
          throw notYet;
        }
      }
      world.iProbe(Ronsel.ANY_SOURCE, 0);
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  static void thoseUnderWayAreCompletedAfterTheCommunicatorIsClosed(Comm world) {
    int n = world.size();
    for (int turn = 0; turn < 20; turn++) {
      int[] sum = new int[1];
      Request request;
      try (Comm comm = world.dup()) {
        request = comm.iAllReduce(new int[] {world.rank()}, sum, Op.SUM);
      }
      request.await();
      Check.equal(n * (n - 1) / 2, sum[0], "sum");
    }
  }
}
