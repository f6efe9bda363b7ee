package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

/** Ranks whose calls do not fit together: an error, never a wrong result, and nobody waits. */
final class DisagreementScenarios {
  private static final int COUNT = 10;

  private DisagreementScenarios() {}

  /** One more where the calling rank is the one that does not agree. */
  private static int count(Comm comm) {
    return comm.rank() == comm.size() - 1 ? COUNT + 1 : COUNT;
  }

  /** A call that is made, and waited for, on a communicator of its own. */
  @FunctionalInterface
  private interface Statement {
    void run(Comm comm);
  }

  private static void failsSomewhere(Comm world, String what, Function<Comm, Request> start) {
    nobodyWaits(world, what, comm -> start.apply(comm).await());
  }

  /** Some rank must fail, and each must return. */
  private static void nobodyWaits(Comm world, String what, Statement call) {
    Comm comm = world.dup();
    int failed = 0;
    try {
      call.run(comm);
    } catch (RonselException expected) {
      failed = 1;
      Check.that(
          expected.getMessage().contains("rank "), "it names a rank: " + expected.getMessage());
    }
    Check.equal(1, world.allReduce(failed, Op.MAX), what + ": ranks that have failed");
    comm.close();
  }

  /**
   * Makes all calls, also where one fails: of messages, what fails for some ranks is over for those
   * that have done their part, and these come to the next call.
   */
  private static void makeAll(List<Runnable> calls) {
    RonselException first = null;
    for (Runnable call : calls) {
      try {
        call.run();
      } catch (RonselException failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
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
          try (CartComm ring = comm.createCart(new int[] {n}, new boolean[] {true}, false)) {
            return ring.iNeighborAllGather(in, 0, count(ring), new int[40], 0);
          }
        });
  }

  @Ranks(min = 2)
  static void typesOfBlocksThatDifferAreNoticed(Comm world) {
    int n = world.size();
    int[] counts = new int[n];
    for (int length : new int[] {COUNT, 10_000}) {
      Arrays.fill(counts, length);
      nobodyWaits(world, "gatherv", comm -> gatherv(comm, counts));
      nobodyWaits(world, "scatterv", comm -> scatterv(comm, counts));
      nobodyWaits(
          world,
          "allGatherv",
          comm -> {
            Datatype<?> type = isOdd(comm) ? Datatype.FLOAT : Datatype.INT;
            comm.untyped()
                .allGatherv(
                    data(comm, length),
                    type,
                    0,
                    length,
                    data(comm, n * length),
                    type,
                    0,
                    counts,
                    null);
          });
      nobodyWaits(
          world,
          "allToAllv",
          comm -> {
            Datatype<?> type = isOdd(comm) ? Datatype.FLOAT : Datatype.INT;
            Object in = data(comm, n * length);
            Object out = data(comm, n * length);
            comm.untyped().allToAllv(in, type, 0, counts, null, out, type, 0, counts, null);
          });
    }
  }

  private static Object data(Comm comm, int length) {
    return isOdd(comm) ? new float[length] : new int[length];
  }

  private static void gatherv(Comm comm, int[] counts) {
    Datatype<?> type = isOdd(comm) ? Datatype.FLOAT : Datatype.INT;
    Object out = data(comm, counts.length * counts[0]);
    comm.untyped()
        .gatherv(data(comm, counts[0]), type, 0, counts[0], out, type, 0, counts, null, 0);
  }

  private static void scatterv(Comm comm, int[] counts) {
    Datatype<?> type = isOdd(comm) ? Datatype.FLOAT : Datatype.INT;
    Object in = data(comm, counts.length * counts[0]);
    comm.untyped()
        .scatterv(in, type, 0, counts, null, data(comm, counts[0]), type, 0, counts[0], 0);
  }

  private static boolean isOdd(Comm comm) {
    return comm.rank() == comm.size() - 1;
  }

  @Ranks(min = 2)
  static void blockingCallsThatDifferFailInsteadOfWaiting(Comm world) {
    int[] data = new int[1 << 16];
    nobodyWaits(
        world,
        "an operation against another",
        comm -> {
          if (isOdd(comm)) {
            comm.broadcast(data, 0, 4, 0);
          } else {
            comm.barrier();
          }
          comm.barrier();
        });
    for (int calls : new int[] {1, 3}) {
      nobodyWaits(
          world,
          "barriers against operations that not all ranks wait in",
          comm -> {
            List<Runnable> all = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
              all.add(isOdd(comm) ? comm::barrier : () -> comm.broadcast(data, 0, 1, 0));
            }
            all.add(comm::barrier);
            makeAll(all);
          });
    }
    // Each by another means where there are several.
    nobodyWaits(
        world,
        "a short message against a long one",
        comm -> {
          comm.allReduce(data, 0, data, 0, isOdd(comm) ? 1 : data.length, Op.SUM);
          comm.barrier();
        });
    nobodyWaits(
        world, "a root each", comm -> comm.reduce(data, 0, new int[9], 0, 9, Op.SUM, comm.rank()));
  }

  @Ranks(min = 2)
  static void startedCallsThatDifferFailInsteadOfWaiting(Comm world) {
    int[] data = new int[100];
    nobodyWaits(
        world,
        "a root each",
        comm -> comm.iReduce(data, 0, new int[9], 0, 9, Op.SUM, comm.rank()).await());
    nobodyWaits(
        world,
        "one that is tested",
        comm -> {
          Request request = isOdd(comm) ? comm.iGather(data, 0, 2, data, 50, 0) : comm.iBarrier();
          while (!request.test()) {
            Thread.yield();
          }
          comm.iBarrier().await();
        });
    nobodyWaits(
        world,
        "some that are waited for together",
        comm -> {
          Request first = isOdd(comm) ? comm.iGather(data, 0, 2, data, 50, 0) : comm.iBarrier();
          Request[] pending = {first, comm.iBarrier()};
          int done;
          while ((done = Request.awaitAny(pending)) != Ronsel.UNDEFINED) {
            pending[done].await();
            pending[done] = null;
          }
        });
  }
}
