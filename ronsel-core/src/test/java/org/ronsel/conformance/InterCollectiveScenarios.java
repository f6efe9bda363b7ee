package org.ronsel.conformance;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InterComm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.UntypedComm;
import org.ronsel.conformance.InterCommScenarios.Sides;

/** Collective operations between the two groups of an inter-communicator (MPI-4.1, 6.2.2). */
final class InterCollectiveScenarios {
  private static final int[] LENGTHS = {0, 1, 3000};

  private InterCollectiveScenarios() {}

  /** World ranks of a side, by rank there. */
  private static int[] members(Comm world, boolean even) {
    int[] ranks = IntStream.range(0, world.size()).filter(r -> r % 2 == 0 == even).toArray();
    return even
        ? ranks
        : IntStream.range(0, ranks.length).map(i -> ranks[ranks.length - 1 - i]).toArray();
  }

  /** What a rank of the world has for another. */
  private static int[] block(int from, int to, int length) {
    return IntStream.range(0, length).map(i -> from * 1_000_000 + to * 10_000 + i).toArray();
  }

  private static int[] joined(int[] others, IntFunction<int[]> block) {
    return Arrays.stream(others).mapToObj(block).flatMapToInt(Arrays::stream).toArray();
  }

  /** The root of a call as the calling rank names it. */
  private static int root(Sides sides, boolean ofEven, int rank) {
    if (sides.even != ofEven) {
      return rank;
    }
    return sides.inter.rank() == rank ? Ronsel.ROOT : Ronsel.PROC_NULL;
  }

  private static void twice(PersistentRequest request) {
    for (int i = 0; i < 2; i++) {
      request.start();
      request.await();
    }
  }

  /** Everything with a root, from and to every rank. */
  @FunctionalInterface
  private interface Rooted {
    void check(Sides sides, int rootOfWorld, int root, int[] others, boolean isOther);
  }

  private static void fromEveryRoot(Comm world, Rooted rooted) {
    try (Sides sides = new Sides(world)) {
      for (boolean even : new boolean[] {true, false}) {
        int[] own = members(world, even);
        int[] others = members(world, !even);
        for (int rank = 0; rank < own.length; rank++) {
          rooted.check(sides, own[rank], root(sides, even, rank), others, sides.even != even);
        }
      }
    }
  }

  @Ranks(min = 2)
  static void aBroadcastReachesTheOtherGroup(Comm world) {
    fromEveryRoot(
        world,
        (sides, top, root, others, isOther) -> {
          for (int length : LENGTHS) {
            int[] data = root == Ronsel.ROOT ? block(top, 0, length) : new int[length];
            int[] expected = root == Ronsel.PROC_NULL ? new int[length] : block(top, 0, length);
            sides.inter.broadcast(data, root);
            Check.equal(expected, data, "broadcast");
            int[] started = root == Ronsel.ROOT ? block(top, 0, length) : new int[length];
            sides.inter.iBroadcast(started, root).await();
            Check.equal(expected, started, "iBroadcast");
            int[] again = root == Ronsel.ROOT ? block(top, 0, length) : new int[length];
            twice(sides.inter.persistentBroadcast(again, 0, length, root));
            Check.equal(expected, again, "persistentBroadcast");
            int[] untyped = root == Ronsel.ROOT ? block(top, 0, length) : new int[length];
            sides.inter.untyped().broadcast(untyped, Datatype.INT, 0, length, root);
            Check.equal(expected, untyped, "untyped");
          }
        });
  }

  @Ranks(min = 2)
  static void aRootGathersFromTheOtherGroup(Comm world) {
    int me = world.rank();
    fromEveryRoot(
        world,
        (sides, top, root, others, isOther) -> {
          for (int length : LENGTHS) {
            int[] in = block(me, top, length);
            int[] all = new int[others.length * length];
            int[] expected =
                root == Ronsel.ROOT ? joined(others, r -> block(r, top, length)) : all.clone();
            sides.inter.gather(in, all, root);
            Check.equal(expected, all, "gather");
            Arrays.fill(all, 0);
            sides.inter.iGather(in, 0, length, all, 0, root).await();
            Check.equal(expected, all, "iGather");
            Arrays.fill(all, 0);
            sides
                .inter
                .untyped()
                .gather(in, Datatype.INT, 0, length, all, Datatype.INT, 0, length, root);
            Check.equal(expected, all, "untyped");
          }
          int[] counts = IntStream.range(0, others.length).map(i -> i + 1).toArray();
          int[] own = block(me, top, isOther ? sides.inter.rank() + 1 : 0);
          int[][] pieces = sides.inter.gatherv(own, root);
          Check.equal(root == Ronsel.ROOT ? others.length : 0, pieces.length, "arrays learned");
          int[] all = new int[IntStream.of(counts).sum()];
          twice(sides.inter.persistentGatherv(own, 0, own.length, all, 0, counts, null, root));
          int at = 0;
          for (int i = 0; i < pieces.length; i++) {
            Check.equal(block(others[i], top, i + 1), pieces[i], "learned from " + others[i]);
            Check.equal(pieces[i], Arrays.copyOfRange(all, at, at += i + 1), "gatherv");
          }
        });
  }

  @Ranks(min = 2)
  static void aRootScattersToTheOtherGroup(Comm world) {
    int me = world.rank();
    fromEveryRoot(
        world,
        (sides, top, root, others, isOther) -> {
          for (int length : LENGTHS) {
            int[] all = root == Ronsel.ROOT ? joined(others, r -> block(top, r, length)) : null;
            int[] out = new int[length];
            int[] expected = isOther ? block(top, me, length) : new int[length];
            sides.inter.scatter(all, out, root);
            Check.equal(expected, out, "scatter");
            Arrays.fill(out, 0);
            sides.inter.iScatter(all, out, root).await();
            Check.equal(expected, out, "iScatter");
            Arrays.fill(out, 0);
            twice(sides.inter.persistentScatter(all, 0, out, 0, length, root));
            Check.equal(expected, out, "persistentScatter");
          }
          int[][] pieces = new int[others.length][];
          Arrays.setAll(pieces, i -> block(top, others[i], i + 2));
          int[] mine = sides.inter.scatterv(root == Ronsel.ROOT ? pieces : null, root);
          int[] expected = block(top, me, isOther ? sides.inter.rank() + 2 : 0);
          Check.equal(expected, mine, "scatterv of what is learned");
        });
  }

  @Ranks(min = 2)
  static void aRootGetsTheCombinationOfTheOtherGroupInItsOrder(Comm world) {
    int me = world.rank();
    Op first = Op.ofInt((a, b) -> a, false);
    Op last = Op.ofInt((a, b) -> b, false);
    fromEveryRoot(
        world,
        (sides, top, root, others, isOther) -> {
          for (int length : LENGTHS) {
            int[] in = block(me, 0, length);
            int[] out = new int[length];
            boolean at = root == Ronsel.ROOT;
            sides.inter.reduce(in, out, first, root);
            Check.equal(at ? block(others[0], 0, length) : new int[length], out, "the first");
            sides.inter.iReduce(in, out, last, root).await();
            int end = others[others.length - 1];
            Check.equal(at ? block(end, 0, length) : new int[length], out, "the last");
            twice(sides.inter.persistentReduce(in, 0, out, 0, length, Op.SUM, root));
            int[] sum = new int[length];
            for (int i = 0; at && i < length; i++) {
              for (int other : others) {
                sum[i] += other * 1_000_000 + i;
              }
            }
            Check.equal(sum, out, "sum");
          }
        });
  }

  @Ranks(min = 2)
  static void everybodyGetsWhatTheOtherGroupHas(Comm world) {
    int me = world.rank();
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int[] others = members(world, !sides.even);
      for (int length : LENGTHS) {
        int[] all = new int[others.length * length];
        int[] expected = joined(others, r -> block(r, 0, length));
        inter.allGather(block(me, 0, length), all);
        Check.equal(expected, all, "allGather");
        Arrays.fill(all, 0);
        twice(inter.persistentAllGather(block(me, 0, length), 0, length, all, 0));
        Check.equal(expected, all, "persistentAllGather");

        int[] in = joined(others, r -> block(me, r, length));
        int[] out = new int[in.length];
        int[] exchanged = joined(others, r -> block(r, me, length));
        inter.allToAll(in, out);
        Check.equal(exchanged, out, "allToAll");
        Arrays.fill(out, 0);
        inter.iAllToAll(in, out).await();
        Check.equal(exchanged, out, "iAllToAll");
      }
      // Each group gives blocks of a length of its own.
      UntypedComm untyped = inter.untyped();
      int given = sides.even ? 2 : 5;
      int taken = 7 - given;
      int[] all = new int[others.length * taken];
      untyped.allGather(block(me, 0, given), Datatype.INT, 0, given, all, Datatype.INT, 0, taken);
      Check.equal(joined(others, r -> block(r, 0, taken)), all, "blocks of two lengths");
      blocksOfOneLengthInEachDirection(inter, me, others, given, taken);
      blocksOfOneLengthInEachDirection(
          inter, me, others, sides.even ? 0 : 3000, sides.even ? 3000 : 0);

      int[][] pieces = inter.allGatherv(block(me, 9, me % 3));
      int[][] toEach = new int[others.length][];
      Arrays.setAll(toEach, i -> block(me, others[i], others[i] % 4));
      int[][] fromEach = inter.allToAllv(toEach);
      for (int i = 0; i < others.length; i++) {
        Check.equal(block(others[i], 9, others[i] % 3), pieces[i], "allGatherv");
        Check.equal(block(others[i], me, me % 4), fromEach[i], "allToAllv");
      }
    }
  }

  private static void blocksOfOneLengthInEachDirection(
      InterComm inter, int me, int[] others, int given, int taken) {
    UntypedComm untyped = inter.untyped();
    Datatype<?> type = Datatype.INT;
    int[] in = joined(others, r -> block(me, r, given));
    int[] out = new int[others.length * taken];
    int[] expected = joined(others, r -> block(r, me, taken));
    untyped.allToAll(in, type, 0, given, out, type, 0, taken);
    Check.equal(expected, out, "allToAll of " + given + " and " + taken);
    Arrays.fill(out, 0);
    untyped.started().allToAll(in, type, 0, given, out, type, 0, taken).await();
    Check.equal(expected, out, "iAllToAll of " + given + " and " + taken);
    Arrays.fill(out, 0);
    // What one group has no data for has another type there.
    Datatype<?> sendType = given == 0 ? Datatype.BYTE : type;
    Datatype<?> receiveType = taken == 0 ? Datatype.BYTE : type;
    Object from = given == 0 ? new byte[0] : in;
    Object to = taken == 0 ? new byte[0] : out;
    twice(untyped.persistent().allToAll(from, sendType, 0, given, to, receiveType, 0, taken));
    Check.equal(expected, out, "persistent allToAll of " + given + " and " + taken);
  }

  @Ranks(min = 2)
  static void everybodyGetsTheCombinationOfTheOtherGroup(Comm world) {
    int me = world.rank();
    Op last = Op.ofInt((a, b) -> b, false);
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int[] others = members(world, !sides.even);
      int sum = IntStream.of(others).sum();
      Check.equal(sum, inter.allReduce(me, Op.SUM), "one value");
      for (int length : LENGTHS) {
        int[] out = new int[length];
        inter.allReduce(block(me, 0, length), out, last);
        Check.equal(block(others[others.length - 1], 0, length), out, "the last");
        inter.iAllReduce(block(me, 0, length), out, last).await();
        Check.equal(block(others[others.length - 1], 0, length), out, "the last, started");
      }
      // Both groups give vectors of one length.
      int total = inter.size() * inter.remoteSize() * 20;
      int[] in = block(me, 0, total);
      int each = inter.remoteSize() * 20;
      int[] out = new int[each];
      inter.reduceScatterBlock(in, out, last);
      int[] all = block(others[others.length - 1], 0, total);
      int at = inter.rank() * each;
      Check.equal(Arrays.copyOfRange(all, at, at + each), out, "reduceScatterBlock");
      int[] counts = new int[inter.size()];
      Arrays.setAll(counts, i -> i == 0 ? each + (inter.size() - 1) * 7 : each - 7);
      int[] part = new int[counts[inter.rank()]];
      int from = IntStream.of(counts).limit(inter.rank()).sum();
      twice(inter.persistentReduceScatter(in, 0, part, 0, counts, last));
      Check.equal(Arrays.copyOfRange(all, from, from + part.length), part, "reduceScatter");
    }
  }

  @Ranks(min = 2)
  static void severalAreCompletedInAnyOrder(Comm world) {
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int[] others = members(world, !sides.even);
      int[][] all = new int[20][others.length];
      Request[] requests = new Request[40];
      for (int i = 0; i < 20; i++) {
        requests[2 * i] = inter.iAllGather(new int[] {world.rank() + i}, all[i]);
        requests[2 * i + 1] = inter.iBarrier();
      }
      for (int i = 0; i < 40; i++) {
        requests[(i * 7 + world.rank()) % 40].await();
      }
      for (int i = 0; i < 20; i++) {
        int turn = i;
        Check.equal(IntStream.of(others).map(r -> r + turn).toArray(), all[i], "allGather " + i);
      }
    }
  }

  @Ranks(min = 2)
  static void whatIsNotDefinedOrWrongIsRefused(Comm world) {
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int[] data = new int[8];
      Check.fails(
          UnsupportedFeatureException.class, null, () -> inter.scan(data, Op.SUM), "merge()");
      Check.fails(
          UnsupportedFeatureException.class, null, () -> inter.exscan(data, Op.SUM), "exscan");
      Check.fails(
          UnsupportedFeatureException.class, null, () -> inter.gatherObjects("x", 0), "merge()");
      Check.fails(
          UnsupportedFeatureException.class, null, () -> inter.broadcastObject("x", 0), "merge()");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.ROOT,
          () -> inter.broadcast(data, inter.remoteSize()),
          "remote group",
          "PROC_NULL");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> inter.allReduce(data, Op.SUM),
          "overlap");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () ->
              inter
                  .untyped()
                  .allGather(UntypedComm.IN_PLACE, Datatype.INT, 0, 0, data, Datatype.INT, 0, 1),
          "IN_PLACE");
      inter.barrier();
    }
  }
}
