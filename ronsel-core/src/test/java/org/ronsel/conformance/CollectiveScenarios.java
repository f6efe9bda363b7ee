package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.RevokedException;
import org.ronsel.Ronsel;
import org.ronsel.WaitInterruptedException;

/** Collective operations (MPI-4.1, chapter 6) and communicators of the same group. */
final class CollectiveScenarios {
  /** Nothing, a few elements, one record, several fragments. */
  private static final int[] LENGTHS = {0, 1, 7, 700, 70_000};

  private static final int THREADS = 4;

  private static final long SOON_NS = 20_000_000;

  private CollectiveScenarios() {}

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  private static double[] ramp(int length, int rank) {
    return IntStream.range(0, length).mapToDouble(i -> i % 1000 + 1000.0 * rank).toArray();
  }

  /** Element by element sum of the ramps of ranks 0 to {@code ranks - 1}. */
  private static double[] rampSum(int length, int ranks) {
    double base = 1000.0 * ranks * (ranks - 1) / 2;
    return IntStream.range(0, length).mapToDouble(i -> ranks * (i % 1000) + base).toArray();
  }

  // ---- data ----

  static void aBroadcastReachesEverybodyFromEveryRoot(Comm world) {
    for (int length : LENGTHS) {
      for (int root = 0; root < world.size(); root++) {
        boolean mine = world.rank() == root;
        double[] data = mine ? ramp(length, root) : new double[length];
        world.broadcast(data, root);
        Check.equal(ramp(length, root), data, "broadcast of " + length + " from " + root);

        byte[] bytes = new byte[length + 2];
        Arrays.fill(bytes, 1, length + 1, (byte) (mine ? root + 1 : 0));
        world.iBroadcast(bytes, 1, length, root).await();
        byte[] expected = new byte[length + 2];
        Arrays.fill(expected, 1, length + 1, (byte) (root + 1));
        Check.equal(expected, bytes, "broadcast of " + length + " bytes from " + root);
      }
    }
  }

  static void aValueIsBroadcastAndReducedAsAnArrayOfOneWouldBe(Comm world) {
    int ranks = world.size();
    long sum = ranks * (ranks - 1L) / 2;
    for (int root = 0; root < ranks; root++) {
      int me = world.rank();
      boolean mine = me == root;
      Check.equal(root + 1, world.broadcast(mine ? root + 1 : -1, root), "int");
      Check.equal(1L << 40 | root, world.broadcast(mine ? 1L << 40 | root : 0L, root), "long");
      Check.equal(root + 0.5f, world.broadcast(mine ? root + 0.5f : 0f, root), "float");
      Check.equal(root - 0.1, world.broadcast(mine ? root - 0.1 : 0.0, root), "double");
      Check.equal(true, world.broadcast(mine, root), "boolean");
      Check.equal(mine ? (int) sum : me, world.reduce(me, Op.SUM, root), "int");
      Check.equal(
          mine ? sum << 20 : (long) me << 20, world.reduce((long) me << 20, Op.SUM, root), "long");
      Check.equal(mine ? ranks - 1f : me, world.reduce((float) me, Op.MAX, root), "float");
      Check.equal(mine ? 0.25 : me + 0.25, world.reduce(me + 0.25, Op.MIN, root), "double");
      Check.equal(mine ? ranks == 1 : me == 0, world.reduce(me == 0, Op.LAND, root), "boolean");
    }
  }

  static void reductionsCombineWhatAllRanksContribute(Comm world) {
    int ranks = world.size();
    for (int length : LENGTHS) {
      double[] sum = rampSum(length, ranks);
      double[] in = ramp(length, world.rank());
      double[] out = new double[length];
      world.allReduce(in, out, Op.SUM);
      Check.equal(sum, out, "allReduce of " + length);
      Check.equal(ramp(length, world.rank()), in, "the contribution afterwards");
      world.iAllReduce(in, Op.SUM).await();
      Check.equal(sum, in, "iAllReduce in place of " + length);

      for (int root = 0; root < ranks; root++) {
        double[] part = ramp(length, world.rank());
        double[] result = world.rank() == root ? new double[length] : null;
        world.reduce(part, result, Op.SUM, root);
        Check.equal(world.rank() == root ? sum : null, result, "reduce of " + length);
        world.iReduce(part, part, Op.MAX, root).await();
        int greatest = world.rank() == root ? ranks - 1 : world.rank();
        Check.equal(ramp(length, greatest), part, "iReduce in place of " + length);
      }
    }
  }

  static void anAllReduceOfOneValueReturnsTheResult(Comm world) {
    int n = world.size();
    int rank = world.rank();
    for (int i = 0; i < 10; i++) {
      Check.equal(n * i, world.allReduce(i, Op.SUM), "sum of ints");
      Check.equal((n - 1L) << 40, world.allReduce((long) rank << 40, Op.MAX), "greatest long");
      Check.equal(n * 0.5f, world.allReduce(0.5f, Op.SUM), "sum of floats");
      Check.equal(-0.25 * (n - 1), world.allReduce(-0.25 * rank, Op.MIN), "least double");
      Check.equal(n == 1, world.allReduce(rank == 0, Op.LAND), "and");
    }
  }

  static void gathersKeepTheOrderOfRanks(Comm world) {
    int ranks = world.size();
    for (int length : LENGTHS) {
      int[] all = new int[ranks * length];
      for (int rank = 0; rank < ranks; rank++) {
        Arrays.fill(all, rank * length, (rank + 1) * length, 3 * rank + 1);
      }
      int[] mine = filled(length, 3 * world.rank() + 1);
      int[] got = new int[ranks * length];
      world.allGather(mine, got);
      Check.equal(all, got, "allGather of " + length);
      int[] again = new int[ranks * length];
      world.iAllGather(mine, again).await();
      Check.equal(all, again, "iAllGather of " + length);
      for (int root = 0; root < ranks; root++) {
        int[] atRoot = world.rank() == root ? new int[ranks * length] : null;
        world.gather(mine, atRoot, root);
        Check.equal(world.rank() == root ? all : null, atRoot, "gather of " + length);
        int[] later = world.rank() == root ? new int[ranks * length] : null;
        world.iGather(mine, later, root).await();
        Check.equal(world.rank() == root ? all : null, later, "iGather of " + length);
      }
    }
  }

  static void anOperatorOfTheProgramSeesOperandsInTheOrderOfRanks(Comm world) {
    Op first = Op.ofInt((a, b) -> a, false);
    Op last = Op.ofInt((a, b) -> b, false);
    int end = world.size() - 1;
    for (int length : new int[] {1, 3, 20_000}) {
      int[] mine = filled(length, world.rank());
      int[] result = new int[length];
      world.allReduce(mine, result, first);
      Check.equal(filled(length, 0), result, "allReduce to the first");
      world.iAllReduce(mine, result, last).await();
      Check.equal(filled(length, end), result, "iAllReduce to the last");
      for (int root = 0; root <= end; root++) {
        boolean here = world.rank() == root;
        world.reduce(mine, result, first, root);
        Check.equal(filled(length, here ? 0 : end), result, "reduce to the first");
        world.iReduce(mine, result, last, root).await();
        Check.equal(filled(length, end), result, "iReduce to the last");
      }
    }
  }

  // ---- order and progress ----

  static void nobodyLeavesABarrierBeforeTheLastHasCome(Comm world) {
    for (int round = 0; round < 50; round++) {
      // The clock is the host's, so all ranks read the same.
      long came = System.nanoTime();
      if (round % 2 == 0) {
        world.barrier();
      } else {
        world.iBarrier().await();
      }
      long left = System.nanoTime();
      long lastCame = world.allReduce(came, Op.MAX);
      long firstLeft = world.allReduce(left, Op.MIN);
      Check.that(lastCame <= firstLeft, "the last came before the first left");
    }
  }

  @Ranks(min = 2)
  static void aBarrierOfOneRankDoesNotComplete(Comm world) {
    Request early = world.rank() == 0 ? world.iBarrier() : null;
    Together.barrier(world);
    if (early != null) {
      Check.that(!early.test(), "the barrier is open while nobody else has started it");
    }
    Together.barrier(world);
    Request barrier = early != null ? early : world.iBarrier();
    barrier.await();
    Check.that(barrier.test(), "complete requests stay complete");
  }

  static void outstandingOperationsCompleteInAnyOrder(Comm world) {
    int ranks = world.size();
    int rank = world.rank();
    int sum = ranks * (ranks - 1) / 2;
    for (int round = 0; round < 10; round++) {
      List<Request> requests = new ArrayList<>();
      List<Runnable> checks = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        int length = i % 2 == 0 ? 3 : 6000; // eager and rendezvous
        int root = (i + round) % ranks;
        int value = 100 * round + i;
        int[] reduced = filled(length, rank + value);
        requests.add(world.iAllReduce(reduced, Op.SUM));
        checks.add(() -> Check.equal(filled(length, sum + ranks * value), reduced, "allReduce"));

        int[] sent = filled(length, rank == root ? value : -1);
        requests.add(world.iBroadcast(sent, root));
        checks.add(() -> Check.equal(filled(length, value), sent, "broadcast"));

        int[] all = new int[ranks];
        requests.add(world.iAllGather(new int[] {rank * value}, all));
        int[] multiples = IntStream.range(0, ranks).map(r -> r * value).toArray();
        checks.add(() -> Check.equal(multiples, all, "allGather"));

        int[] atRoot = new int[length];
        requests.add(world.iReduce(filled(length, value), atRoot, Op.MAX, root));
        checks.add(() -> Check.equal(filled(length, rank == root ? value : 0), atRoot, "reduce"));

        requests.add(world.iBarrier());
        checks.add(() -> {});
      }
      List<Integer> order = new ArrayList<>(IntStream.range(0, requests.size()).boxed().toList());
      Collections.shuffle(order, new Random(round * 31L + rank));
      for (int next : order) {
        requests.get(next).await();
        checks.get(next).run();
      }
    }
  }

  static void progressIsMadeInWaitsForSomethingElse(Comm world) {
    int[] value = {1};
    Request sum = world.iAllReduce(value, Op.SUM);
    for (int i = 0; i < 20; i++) {
      world.barrier();
    }
    Check.eventually(sum::test, "an outstanding allReduce is complete");
    Check.equal(world.size(), value[0], "its result");
  }

  /** Rank 0 asks for something else until all others say that they have their results. */
  @Ranks(min = 2)
  static void anyWaitOrTestAdvancesAllThatIsOutstanding(Comm world) {
    int others = world.size() - 1;
    for (int way = 0; way < 3; way++) {
      int[] sum = {world.rank()};
      int[] spread = filled(100_000, world.rank() == 0 ? 7 : -1);
      List<Request> outstanding =
          List.of(world.iAllReduce(sum, Op.SUM), world.iBroadcast(spread, 0), world.iBarrier());
      if (world.rank() == 0) {
        for (int i = 0; i < others; i++) {
          int[] told = new int[1];
          Request tells = world.iReceive(told, Ronsel.ANY_SOURCE, 5);
          switch (way) {
            case 0 -> tells.await();
            case 1 -> Check.eventually(tells::test, "the others have their results");
            default -> {
              Request.awaitAny(tells);
            }
          }
        }
      }
      outstanding.forEach(Request::await);
      if (world.rank() != 0) {
        world.send(new int[] {1}, 0, 5);
      }
      Check.equal(world.size() * (world.size() - 1) / 2, sum[0], "sum");
      Check.equal(filled(100_000, 7), spread, "what was broadcast");
    }
  }

  @Ranks(min = 2)
  static void aRankInABarrierServesMessages(Comm world) {
    byte[] data = new byte[1 << 20];
    if (world.rank() == 0) {
      Request receive = world.iReceive(data, 1, 5);
      world.barrier();
      receive.await();
      Check.equal((byte) 77, data[12345], "what came while the rank was in the barrier");
    } else {
      if (world.rank() == 1) {
        data[12345] = 77;
        world.sendSynchronous(data, 0, 5);
      }
      world.barrier();
    }
  }

  // ---- communicators ----

  static void messagesOfADuplicateAreApart(Comm world) throws Exception {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    try (Comm other = world.dup()) {
      Check.equal(world.rank(), other.rank(), "rank in the duplicate");
      Check.equal(world.size(), other.size(), "size of the duplicate");
      int[] first = new int[1];
      int[] second = new int[1];
      Request inWorld = world.iReceive(first, previous, 1);
      Request inOther = other.iReceive(second, previous, 1);
      other.send(new int[] {2}, next, 1);
      world.send(new int[] {1}, next, 1);
      inWorld.await();
      inOther.await();
      Check.equal(1, first[0], "message in the world");
      Check.equal(2, second[0], "message in the duplicate");
    }
  }

  static void communicatorsOfSeveralThreadsDoNotDisturbEachOther(Comm world) throws Exception {
    int ranks = world.size();
    List<Comm> comms = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      comms.add(world.dup());
    }
    Together.threads(
        THREADS,
        t -> {
          Comm comm = comms.get(t);
          Random random = new Random(t);
          for (int i = 0; i < 30; i++) {
            int length = random.nextInt(1, 3000);
            int root = random.nextInt(ranks);
            int value = t * 1000 + i;
            int[] data = filled(length, comm.rank() == root ? value : 0);
            if (random.nextBoolean()) {
              comm.broadcast(data, root);
            } else {
              comm.iBroadcast(data, root).await();
            }
            Check.equal(filled(length, value), data, "broadcast of thread " + t);
            Check.equal(ranks * (t + 1), comm.allReduce(t + 1, Op.SUM), "sum of thread " + t);
            comm.iBarrier().await();
          }
        });
    comms.forEach(Comm::close);
  }

  static void threadsDuplicateDifferentCommunicatorsAtTheSameTime(Comm world) throws Exception {
    List<Comm> parents = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      parents.add(world.dup());
    }
    List<String> names = Collections.synchronizedList(new ArrayList<>());
    List<Comm> children = Collections.synchronizedList(new ArrayList<>());
    Together.threads(
        THREADS,
        t -> {
          Comm comm = parents.get(t);
          for (int i = 0; i < 5; i++) {
            comm = comm.dup();
            children.add(comm);
            names.add(comm.name());
            Check.equal(t, comm.allReduce(t, Op.MAX), "maximum in " + comm.name());
            Check.equal(t, comm.allReduce(t, Op.MIN), "minimum in " + comm.name());
          }
        });
    Check.equal(names.size(), (int) names.stream().distinct().count(), "different names");
    world.barrier();
    children.forEach(Comm::close);
    parents.forEach(Comm::close);
  }

  /**
   * The others have left it then, and it has made no call in which it could have been told: so it
   * cannot wait for a message either. The pauses make that the likely course; any other is right.
   */
  @Ranks(min = 2)
  static void whoComesLateToARevokedCallGetsItsResultOrIsTold(Comm world) throws Exception {
    for (int length : new int[] {5, 500}) {
      Comm comm = world.dup();
      world.barrier();
      Thread revoking = new Thread(() -> revokeSoon(comm));
      if (comm.rank() == 0) {
        revoking.start();
      } else if (comm.rank() == comm.size() - 1) {
        LockSupport.parkNanos(3 * SOON_NS);
      }
      int[] mine = new int[length];
      Arrays.fill(mine, comm.rank() + 1);
      int[] all = new int[length * comm.size()];
      boolean told = false;
      try {
        comm.allGather(mine, all);
      } catch (RevokedException revoked) {
        told = true;
      }
      for (int i = 0; i < all.length && !told; i++) {
        Check.equal(i / length + 1, all[i], "item " + i + " of what a rank has that was not told");
      }
      revoking.join();
      world.barrier();
      comm.close();
    }
  }

  /** When the other ranks are likely to wait in their call. */
  private static void revokeSoon(Comm comm) {
    LockSupport.parkNanos(SOON_NS);
    comm.revoke();
  }

  /**
   * An interrupted call goes on, and counts; one that says that it has not begun is called again.
   * The first on a communicator, and one behind another that goes on. Rank 0 comes at once, as the
   * first call of others may wait for it alone.
   */
  @Ranks(min = 3)
  static void callsThatAreInterruptedKeepRanksInStep(Comm world) {
    byte[] token = new byte[1];
    for (int repeat = 0; repeat < 3; repeat++) {
      try (Comm comm = world.dup()) {
        if (comm.rank() == 1) {
          boolean goesOn = interrupted(() -> comm.barrier());
          boolean nextGoesOn = interrupted(() -> comm.allReduce(1, Op.SUM));
          for (int other = 2; other < comm.size(); other++) {
            world.send(token, other, 7);
          }
          if (!goesOn) {
            comm.barrier();
          }
          if (!nextGoesOn) {
            comm.allReduce(1, Op.SUM);
          }
        } else {
          if (comm.rank() > 1) {
            world.receive(token, 1, 7);
          }
          comm.barrier();
          comm.allReduce(1, Op.SUM);
        }
        int[] root = {comm.rank() + 5};
        comm.broadcast(root, 0);
        Check.equal(5, root[0], "what rank 0 broadcasts afterwards");
      }
    }
  }

  /** Makes a call with an interrupt pending; whether the call has been made, or goes on. */
  private static boolean interrupted(Runnable call) {
    Thread.currentThread().interrupt();
    try {
      call.run();
      return true;
    } catch (WaitInterruptedException told) {
      return !String.valueOf(told.getMessage()).contains("call it again");
    } finally {
      var _ = Thread.interrupted();
    }
  }
}
