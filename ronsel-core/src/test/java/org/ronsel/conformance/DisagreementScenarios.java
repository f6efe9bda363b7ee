package org.ronsel.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.RonselException;

/** Ranks whose calls do not fit together: an error on one of them, and never a wrong result. */
final class DisagreementScenarios {
  private static final int COUNT = 10;

  private DisagreementScenarios() {}

  /** One more where the calling rank is the one that does not agree. */
  private static int count(Comm comm) {
    return comm.rank() == comm.size() - 1 ? COUNT + 1 : COUNT;
  }

  /** Some rank must fail; the others may wait for ever, and are not waited for. */
  private static void failsSomewhere(Comm world, String what, Function<Comm, Request> start) {
    Comm comm = world.dup();
    int failed = 0;
    Request request = null;
    try {
      request = start.apply(comm);
    } catch (RonselException expected) {
      failed = 1;
    }
    long deadline = System.nanoTime() + Check.LONG.toNanos();
    int anywhere = 0;
    while (anywhere == 0) {
      if (failed == 0 && request != null) {
        try {
          boolean unused = request.await(Duration.ofMillis(5));
        } catch (RonselException expected) {
          failed = 1;
        }
      }
      anywhere = world.allReduce(failed, Op.MAX);
      int late = System.nanoTime() - deadline > 0 ? 1 : 0;
      if (anywhere == 0 && world.allReduce(late, Op.MAX) == 1) {
        throw new AssertionError(what + ": nobody has noticed that lengths differ");
      }
    }
    comm.close();
  }

  @Ranks(min = 2)
  static void lengthsThatDifferAreNoticed(Comm world) {
    int n = world.size();
    int[] in = new int[(COUNT + 1) * n];
    failsSomewhere(world, "broadcast", comm -> comm.iBroadcast(in, 0, count(comm), 0));
    failsSomewhere(
        world, "gather", comm -> comm.iGather(in, 0, count(comm), new int[2 * in.length], 0, 0));
    failsSomewhere(world, "scatter", comm -> comm.iScatter(in, 0, new int[20], 0, count(comm), 0));
    failsSomewhere(
        world, "allGather", comm -> comm.iAllGather(in, 0, count(comm), new int[2 * in.length], 0));
    failsSomewhere(
        world, "allToAll", comm -> comm.iAllToAll(in, 0, count(comm), new int[2 * in.length], 0));
    failsSomewhere(
        world, "reduce", comm -> comm.iReduce(in, 0, new int[20], 0, count(comm), Op.SUM, 0));
    failsSomewhere(
        world, "allReduce", comm -> comm.iAllReduce(in, 0, new int[20], 0, count(comm), Op.SUM));
    failsSomewhere(
        world,
        "reduceScatterBlock",
        comm -> comm.iReduceScatterBlock(in, 0, new int[20], 0, count(comm), Op.SUM));
    failsSomewhere(world, "scan", comm -> comm.iScan(in, 0, new int[20], 0, count(comm), Op.SUM));
  }

  @Ranks(min = 2)
  static void lengthsOfBlocksThatDifferAreNoticed(Comm world) {
    int n = world.size();
    int[] in = new int[(COUNT + 1) * n];
    int[] counts = new int[n];
    Arrays.fill(counts, COUNT);
    // The last rank gives one more than all others expect.
    failsSomewhere(
        world,
        "gatherv",
        comm -> comm.iGatherv(in, 0, count(comm), new int[in.length], 0, counts, null, 0));
    failsSomewhere(
        world,
        "scatterv",
        comm -> comm.iScatterv(in, 0, counts, null, new int[20], 0, count(comm), 0));
    int[] more = counts.clone();
    more[0]++;
    failsSomewhere(
        world,
        "allToAllv",
        comm ->
            comm.iAllToAllv(
                in,
                0,
                comm.rank() == n - 1 ? more : counts,
                null,
                new int[in.length],
                0,
                counts,
                null));
    failsSomewhere(
        world,
        "neighbours",
        comm -> {
          CartComm ring = comm.createCart(new int[] {n}, new boolean[] {true}, false);
          return ring.iNeighbourAllGather(in, 0, count(ring), new int[40], 0);
        });
  }
}
