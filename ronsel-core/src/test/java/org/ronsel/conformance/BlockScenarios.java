package org.ronsel.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/**
 * Collective operations that give each rank a block of its own (MPI-4.1, sections 6.5 to 6.11), in
 * their three forms.
 */
final class BlockScenarios {
  /** Nothing, one element, a few, one record, several fragments. */
  private static final int[] LENGTHS = {0, 1, 7, 700, 30_000};

  private static final Datatype<Integer> INT = Datatype.INT;

  private BlockScenarios() {}

  /** What rank {@code from} has for rank {@code to}. */
  private static int[] block(int from, int to, int length) {
    return IntStream.range(0, length).map(i -> from * 10_000_000 + to * 100_000 + i).toArray();
  }

  private static int[] joined(int blocks, java.util.function.IntFunction<int[]> block) {
    return IntStream.range(0, blocks).mapToObj(block).flatMapToInt(Arrays::stream).toArray();
  }

  private static int length(int from, int to) {
    return (from + 2 * to) % 3 == 0 ? 0 : 5 * from + 3 * to + 1;
  }

  private static int[] lengths(Comm world, IntBinaryOperator length, boolean given) {
    int me = world.rank();
    return IntStream.range(0, world.size())
        .map(other -> given ? length.applyAsInt(me, other) : length.applyAsInt(other, me))
        .toArray();
  }

  // ---- blocks of one length ----

  static void aScatterDealsBlocksFromEveryRoot(Comm world) {
    int me = world.rank();
    for (int length : LENGTHS) {
      for (int root = 0; root < world.size(); root++) {
        int from = root;
        int[] all = me == root ? joined(world.size(), to -> block(from, to, length)) : null;
        int[] out = new int[length];
        world.scatter(all, out, root);
        Check.equal(block(root, me, length), out, "scatter of " + length + " from " + root);

        int[] more = new int[length + 2];
        world.iScatter(all, 0, more, 1, length, root).await();
        Check.equal(block(root, me, length), Arrays.copyOfRange(more, 1, length + 1), "iScatter");
        if (me == root) {
          world.scatter(all, 0, all, root * length, length, root);
          Check.equal(joined(world.size(), to -> block(from, to, length)), all, "in place");
        } else {
          world.scatter(null, 0, out, 0, length, root);
        }
      }
    }
  }

  static void anAllToAllExchangesBlocks(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    for (int length : LENGTHS) {
      int[] in = joined(ranks, to -> block(me, to, length));
      int[] expected = joined(ranks, from -> block(from, me, length));
      int[] out = new int[ranks * length];
      world.allToAll(in, out);
      Check.equal(expected, out, "allToAll of " + length);
      Check.equal(joined(ranks, to -> block(me, to, length)), in, "what was given");
      Arrays.fill(out, -1);
      world.iAllToAll(in, 0, length, out, 0).await();
      Check.equal(expected, out, "iAllToAll of " + length);
      world.allToAll(in, in);
      Check.equal(expected, in, "allToAll in place of " + length);
      world.iAllToAll(in, in).await();
      Check.equal(joined(ranks, to -> block(me, to, length)), in, "and back");
    }
  }

  static void aReduceScatterGivesEverybodyABlockOfTheSum(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    for (int length : LENGTHS) {
      int total = ranks * length;
      long[] in = IntStream.range(0, total).mapToLong(i -> i + 1000L * me).toArray();
      long base = 1000L * ranks * (ranks - 1) / 2;
      long[] expected =
          IntStream.range(0, length)
              .mapToLong(i -> (long) ranks * (me * length + i) + base)
              .toArray();
      long[] out = new long[length];
      world.reduceScatterBlock(in, out, Op.SUM);
      Check.equal(expected, out, "reduceScatterBlock of " + length);
      Arrays.fill(out, 0);
      world.iReduceScatterBlock(in, 0, out, 0, length, Op.SUM).await();
      Check.equal(expected, out, "iReduceScatterBlock of " + length);
      long[] both = in.clone();
      world.reduceScatterBlock(both, 0, both, 0, length, Op.SUM);
      Check.equal(expected, Arrays.copyOf(both, length), "in place of " + length);

      int[] counts = new int[ranks];
      Arrays.setAll(counts, rank -> rank % 2 == 0 ? length : 0);
      int start = IntStream.of(counts).limit(me).sum();
      long[] part = new long[counts[me]];
      world.reduceScatter(in, 0, part, 0, counts, Op.SUM);
      long[] slice =
          IntStream.range(start, start + counts[me])
              .mapToLong(i -> (long) ranks * i + base)
              .toArray();
      Check.equal(slice, part, "reduceScatter of blocks that differ");
    }
  }

  static void scansCombineWhatIsBelow(Comm world) {
    int me = world.rank();
    for (int length : LENGTHS) {
      double[] in = IntStream.range(0, length).mapToDouble(i -> i % 100 + me).toArray();
      double[] below =
          IntStream.range(0, length)
              .mapToDouble(i -> me * (i % 100) + me * (me - 1) / 2.0)
              .toArray();
      double[] sum = IntStream.range(0, length).mapToDouble(i -> below[i] + in[i]).toArray();
      double[] out = new double[length];
      world.scan(in, out, Op.SUM);
      Check.equal(sum, out, "scan of " + length);
      double[] both = in.clone();
      world.iScan(both, Op.SUM).await();
      Check.equal(sum, both, "iScan in place of " + length);
      Arrays.fill(out, -7);
      double[] untouched = out.clone();
      world.exscan(in, out, Op.SUM);
      Check.equal(me == 0 ? untouched : below, out, "exscan of " + length);
      both = in.clone();
      world.iExscan(both, 0, both, 0, length, Op.SUM).await();
      Check.equal(me == 0 ? in : below, both, "iExscan in place of " + length);
    }
  }

  // ---- blocks that differ in length ----

  static void blocksOfAnyLengthsAreGathered(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    int[] counts = IntStream.range(0, ranks).map(from -> length(from, 1)).toArray();
    int[] all = joined(ranks, from -> block(from, 1, counts[from]));
    int[] mine = block(me, 1, counts[me]);
    for (int root = 0; root < ranks; root++) {
      int[] out = new int[all.length];
      world.gatherv(mine, 0, mine.length, out, 0, counts, null, root);
      Check.equal(me == root ? all : new int[all.length], out, "gatherv to " + root);
      int[][] pieces = world.gatherv(mine, root);
      Check.equal(me == root ? ranks : 0, pieces.length, "arrays at the root");
      for (int from = 0; from < pieces.length; from++) {
        Check.equal(block(from, 1, counts[from]), pieces[from], "array of " + from);
      }
    }
    int[] out = new int[all.length];
    world.iAllGatherv(mine, 0, mine.length, out, 0, counts, null).await();
    Check.equal(all, out, "iAllGatherv");
    int[] places = new int[ranks];
    int room = 0;
    for (int rank = ranks - 1; rank >= 0; rank--) {
      places[rank] = room + 1;
      room += counts[rank] + 1;
    }
    out = new int[room + 1];
    world.allGatherv(mine, 0, mine.length, out, 0, counts, places);
    for (int from = 0; from < ranks; from++) {
      int[] found = Arrays.copyOfRange(out, places[from], places[from] + counts[from]);
      Check.equal(block(from, 1, counts[from]), found, "block of " + from + " in its place");
    }
    int[][] pieces = world.allGatherv(mine);
    Check.equal(block(ranks - 1, 1, counts[ranks - 1]), pieces[ranks - 1], "the last array");
  }

  static void blocksOfAnyLengthsAreScattered(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    for (int root = 0; root < ranks; root++) {
      int from = root;
      int[] counts = IntStream.range(0, ranks).map(to -> length(from, to)).toArray();
      int[] all = me == root ? joined(ranks, to -> block(from, to, counts[to])) : null;
      int[] out = new int[counts[me]];
      world.scatterv(all, 0, me == root ? counts : null, null, out, 0, out.length, root);
      Check.equal(block(root, me, counts[me]), out, "scatterv from " + root);
      int[][] each = new int[ranks][];
      Arrays.setAll(each, to -> block(from, to, counts[to]));
      int[] got = world.scatterv(me == root ? each : null, root);
      Check.equal(block(root, me, counts[me]), got, "what was not known before");
    }
  }

  static void blocksOfAnyLengthsAreExchanged(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    int[] given = lengths(world, BlockScenarios::length, true);
    int[] taken = lengths(world, BlockScenarios::length, false);
    int[] in = joined(ranks, to -> block(me, to, given[to]));
    int[] expected = joined(ranks, from -> block(from, me, taken[from]));
    int[] out = new int[expected.length];
    world.allToAllv(in, 0, given, null, out, 0, taken, null);
    Check.equal(expected, out, "allToAllv");
    Arrays.fill(out, -1);
    world.iAllToAllv(in, 0, given, null, out, 0, taken, null).await();
    Check.equal(expected, out, "iAllToAllv");
    int[][] each = new int[ranks][];
    Arrays.setAll(each, to -> block(me, to, given[to]));
    int[][] got = world.allToAllv(each);
    for (int from = 0; from < ranks; from++) {
      Check.equal(block(from, me, taken[from]), got[from], "array from " + from);
    }
    // In place, with as much in both directions.
    IntBinaryOperator both = (a, b) -> length(Math.min(a, b), Math.max(a, b));
    int[] counts = lengths(world, both, true);
    int[] places = new int[ranks];
    for (int rank = 1; rank < ranks; rank++) {
      places[rank] = places[rank - 1] + counts[rank - 1];
    }
    int[] buffer = joined(ranks, to -> block(me, to, counts[to]));
    world.allToAllv(buffer, 0, counts, places, buffer, 0, counts, places);
    Check.equal(joined(ranks, from -> block(from, me, counts[from])), buffer, "in place");
    world.iAllToAllv(buffer, 0, counts, places, buffer, 0, counts, places).await();
    Check.equal(joined(ranks, to -> block(me, to, counts[to])), buffer, "and back");
  }

  /** The displacement of a block without elements is no place (MPI-4.1, section 6.5). */
  static void whereAnEmptyBlockWouldLieIsNotLookedAt(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    int mine = me % 2 == 0 ? 2 : 0;
    int[] counts = new int[ranks];
    int[] places = new int[ranks];
    int[] bytes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      counts[rank] = rank % 2 == 0 ? 2 : 0;
      places[rank] = rank % 2 == 0 ? rank : rank % 4 == 1 ? 1000 : -1000;
      bytes[rank] = rank % 2 == 0 ? 4 * rank : places[rank] + 1;
    }
    int[] expected = new int[ranks + 1];
    int[] own = new int[ranks + 1];
    int[] given = new int[ranks + 1];
    for (int rank = 0; rank < ranks; rank += 2) {
      expected[rank] = rank + 1;
      expected[rank + 1] = -rank;
      given[rank] = me + 1;
      given[rank + 1] = -me;
    }
    if (mine > 0) {
      own[me] = me + 1;
      own[me + 1] = -me;
    }
    int[] out = new int[ranks + 1];
    world.allGatherv(own, mine == 0 ? 0 : me, mine, out, 0, counts, places);
    Check.equal(expected, out, "allGatherv");
    out = own.clone();
    UntypedComm untyped = world.untyped();
    untyped.allGatherv(UntypedComm.IN_PLACE, INT, 0, 0, out, INT, 0, counts, places);
    Check.equal(expected, out, "in place");
    out = new int[ranks + 1];
    untyped.started().gatherv(given, INT, 0, mine, out, INT, 0, counts, places, 0).await();
    Check.equal(me == 0 ? expected : new int[ranks + 1], out, "iGatherv");
    int[] part = new int[mine];
    untyped.scatterv(expected, INT, 0, counts, places, part, INT, 0, mine, 0);
    Check.equal(mine == 0 ? part : new int[] {me + 1, -me}, part, "scatterv");

    // What an even rank has for even ranks only.
    int[] to = mine == 0 ? new int[ranks] : counts;
    MemorySegment segment = MemorySegment.ofArray(given);
    MemorySegment into = MemorySegment.ofArray(new byte[4 * (ranks + 1)]);
    untyped.allToAllv(segment, INT, 0, to, places, into, INT, 0, to, places);
    int[] taken = mine == 0 ? new int[ranks + 1] : expected;
    Check.equal(taken, ints(into), "allToAllv of segments");
    into.fill((byte) 0);
    Datatype<?>[] types = new Datatype<?>[ranks];
    Arrays.fill(types, INT);
    untyped.allToAllw(given, to, bytes, types, into, to, bytes, types);
    Check.equal(taken, ints(into), "allToAllw");
    int[] neighbours = IntStream.range(0, ranks).toArray();
    try (DistGraphComm graph =
        world.createDistGraphAdjacent(neighbours, null, neighbours, null, new Info(), false)) {
      into.fill((byte) 0);
      graph.untyped().neighborAllToAllv(given, INT, 0, to, places, into, INT, 0, to, places);
      Check.equal(taken, ints(into), "neighbourAllToAllv");
    }
  }

  private static int[] ints(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_INT_UNALIGNED);
  }

  // ---- persistent ----

  static void persistentOperationsStartAgainAndAgain(Comm world) {
    int me = world.rank();
    int ranks = world.size();
    int length = 300;
    double[] sums = new double[length];
    int[] token = new int[1];
    int[] given = new int[ranks];
    int[] taken = new int[ranks];
    List<PersistentRequest> requests =
        List.of(
            world.persistentAllReduce(sums, 0, sums, 0, length, Op.SUM),
            world.persistentBroadcast(token, 0, 1, ranks - 1),
            world.persistentAllToAll(given, 0, 1, taken, 0));
    for (int round = 0; round < 5; round++) {
      Arrays.fill(sums, round + me);
      token[0] = me == ranks - 1 ? round * 3 : -1;
      Arrays.setAll(given, to -> me * 100 + to);
      PersistentRequest.startAll(requests.toArray(PersistentRequest[]::new));
      Request.awaitAll(requests.toArray(Request[]::new));
      double sum = ranks * round + ranks * (ranks - 1) / 2.0;
      Check.equal(sum, sums[length - 1], "sum of round " + round);
      Check.equal(round * 3, token[0], "token of round " + round);
      int[] expected = IntStream.range(0, ranks).map(from -> from * 100 + me).toArray();
      Check.equal(expected, taken, "blocks of round " + round);
    }
  }

  static void aPersistentBarrierHoldsEverybodyEachTime(Comm world) {
    PersistentRequest barrier = world.persistentBarrier();
    for (int round = 0; round < 20; round++) {
      int last = round % world.size();
      int[] token = {round};
      if (world.rank() == last) {
        for (int other = 1; other < world.size(); other++) {
          world.receive(token, Ronsel.ANY_SOURCE, round);
        }
        barrier.start();
      } else {
        barrier.start();
        Check.that(!barrier.test(), "it holds while rank " + last + " has not started it");
        world.send(token, last, round);
      }
      barrier.await();
      Check.that(!barrier.isActive(), "it is not active after its end");
    }
  }

  // ---- what is refused ----

  static void blocksThatCannotBeAreRefused(Comm world) {
    int ranks = world.size();
    int[] one = new int[ranks];
    int[] fine = new int[ranks];
    Arrays.fill(fine, 1);
    int[] negative = fine.clone();
    negative[ranks - 1] = -1;
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> world.allGatherv(one, 0, 1, one, 0, negative, null),
        "allGatherv",
        "counts[" + (ranks - 1) + "]");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.allGatherv(one, 0, 1, one, 0, new int[ranks - 1], null),
        "one for each");
    int[] more = Arrays.copyOf(fine, ranks + 1);
    more[ranks] = -1; // not looked at
    one[0] = world.rank() + 1;
    int[] all = new int[ranks];
    world.allGatherv(one, 0, 1, all, 0, more, null);
    Check.equal(ranks, all[ranks - 1], "a table may have room for more");
    if (ranks > 1) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> world.allGatherv(all, (world.rank() + 1) % ranks, 1, all, 0, fine, null),
          "overlap");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> world.allGatherv(one, 0, 1, new int[ranks], 0, fine, new int[ranks]),
          "blocks from ranks 0 and 1 overlap");
      Check.fails(
          RonselException.class,
          ErrorClass.COUNT,
          () -> world.allToAll(new int[ranks + 1], new int[ranks + 1]),
          "no equal blocks");
    }
    int[] two = fine.clone();
    two[world.rank()] = 2;
    Check.fails(
        RonselException.class,
        ErrorClass.COUNT,
        () -> world.allGatherv(one, 0, 1, new int[2 * ranks], 0, two, null),
        "gives itself 4 bytes in a block, but expects 8");
  }
}
