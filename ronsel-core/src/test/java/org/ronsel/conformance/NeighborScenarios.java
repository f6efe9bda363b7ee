package org.ronsel.conformance;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.GraphComm;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.PersistentRequest;
import org.ronsel.Ronsel;

/** Collective operations among the neighbours in a topology (MPI-4.1, section 8.6), on arrays. */
final class NeighborScenarios {
  private NeighborScenarios() {}

  /** A communicator, with whom it exchanges, and what the n-th block from there is called there. */
  private record Place(Comm comm, int[] in, int[] out, int[] numberThere) {}

  private static void twice(PersistentRequest request) {
    for (int i = 0; i < 2; i++) {
      request.start();
      request.await();
    }
  }

  /** What a rank sends as its block {@code number}. */
  private static int[] block(int from, int number, int length) {
    return IntStream.range(0, length).map(i -> from * 10_000 + number * 1000 + i).toArray();
  }

  private static int[] joined(int blocks, IntFunction<int[]> block) {
    return IntStream.range(0, blocks).mapToObj(block).flatMapToInt(Arrays::stream).toArray();
  }

  private static void exchange(Place place) {
    Comm comm = place.comm;
    int me = comm.rank();
    int[] in = place.in;
    int[] out = place.out;
    for (int length : new int[] {0, 1, 900}) {
      int[] expected =
          joined(
              in.length,
              i -> in[i] == Ronsel.PROC_NULL ? new int[length] : block(in[i], 0, length));
      int[] all = new int[in.length * length];
      comm.neighborAllGather(block(me, 0, length), all);
      Check.equal(expected, all, "neighborAllGather");
      Arrays.fill(all, 0);
      comm.iNeighborAllGather(block(me, 0, length), all).await();
      Check.equal(expected, all, "iNeighborAllGather");
      Arrays.fill(all, 0);
      twice(comm.persistentNeighborAllGather(block(me, 0, length), 0, length, all, 0));
      Check.equal(expected, all, "persistentNeighborAllGather");

      int[] given = joined(out.length, i -> block(me, i, length));
      int[] exchanged =
          joined(
              in.length,
              i ->
                  in[i] == Ronsel.PROC_NULL
                      ? new int[length]
                      : block(in[i], place.numberThere[i], length));
      Arrays.fill(all, 0);
      comm.neighborAllToAll(given, all);
      Check.equal(exchanged, all, "neighborAllToAll");
      Arrays.fill(all, 0);
      comm.iNeighborAllToAll(given, all).await();
      Check.equal(exchanged, all, "iNeighborAllToAll");
      Arrays.fill(all, 0);
      twice(comm.persistentNeighborAllToAll(given, 0, length, all, 0));
      Check.equal(exchanged, all, "persistentNeighborAllToAll");
      Arrays.fill(all, 0);
      Arrays.fill(all, 0);
      twice(
          comm.untyped()
              .persistent()
              .neighborAllToAll(given, Datatype.INT, 0, length, all, Datatype.INT, 0, length));
      Check.equal(exchanged, all, "untyped");
    }
    lengthsThatDiffer(place);
  }

  private static void lengthsThatDiffer(Place place) {
    Comm comm = place.comm;
    int me = comm.rank();
    int[] in = place.in;
    int[][] pieces = comm.neighborAllGatherv(block(me, 0, me + 1));
    int[][] given = new int[place.out.length][];
    Arrays.setAll(given, i -> block(me, i, (me + i) % 4));
    int[][] taken = comm.neighborAllToAllv(given);
    for (int i = 0; i < in.length; i++) {
      boolean none = in[i] == Ronsel.PROC_NULL;
      int there = place.numberThere[i];
      int[] empty = {};
      Check.equal(none ? empty : block(in[i], 0, in[i] + 1), pieces[i], "learned from " + in[i]);
      Check.equal(
          none ? empty : block(in[i], there, (in[i] + there) % 4), taken[i], "from " + in[i]);
    }
    // With gaps, and behind an offset.
    int[] counts = IntStream.of(in).map(rank -> rank == Ronsel.PROC_NULL ? 3 : rank + 1).toArray();
    int[] places = new int[in.length];
    for (int i = in.length - 2; i >= 0; i--) {
      places[i] = places[i + 1] + counts[i + 1] + 2;
    }
    int[] all = new int[in.length == 0 ? 1 : 1 + places[0] + counts[0]];
    twice(
        comm.persistentNeighborAllGatherv(block(me, 0, me + 1), 0, me + 1, all, 1, counts, places));
    for (int i = 0; i < in.length; i++) {
      int[] got = Arrays.copyOfRange(all, 1 + places[i], 1 + places[i] + counts[i]);
      int[] expected = in[i] == Ronsel.PROC_NULL ? new int[3] : block(in[i], 0, counts[i]);
      Check.equal(expected, got, "block " + i);
    }
  }

  static void cellsOfAGridExchangeAlongEveryDimension(Comm world) {
    int[] dims = CartComm.dims(world.size(), 0, 0);
    for (boolean periodic : new boolean[] {true, false}) {
      boolean[] periods = {periodic, true};
      try (CartComm grid = world.createCart(dims, periods, false)) {
        int[] ranks = grid.inNeighbors();
        // What comes from below was sent upwards.
        int[] there = IntStream.range(0, ranks.length).map(i -> i ^ 1).toArray();
        exchange(new Place(grid, ranks, ranks, there));
      }
    }
  }

  static void ranksOfADistributedGraphExchangeAlongItsEdges(Comm world) {
    int n = world.size();
    int me = world.rank();
    // To the next, to the one behind it, and to itself.
    int[] out = {(me + 1) % n, (me + 2) % n, me};
    int[] in = {(me - 1 + n) % n, Math.floorMod(me - 2, n), me};
    int[] there = {0, 1, 2};
    try (DistGraphComm graph =
        world.createDistGraphAdjacent(in, null, out, null, new Info(), false)) {
      if (n > 2) {
        exchange(new Place(graph, in, out, there));
      } else {
        // Of several edges between two ranks the first meets the first.
        int[][] got = graph.neighborAllToAllv(new int[][] {{me, 0}, {me, 1}, {me, 2}});
        for (int i = 0; i < 3; i++) {
          Check.equal(in[i], got[i][0], "from whom block " + i + " comes");
        }
      }
    }
  }

  static void ranksOfAGraphExchangeAlongItsEdges(Comm world) {
    int n = world.size();
    // A star: rank 0 with all others.
    int[] index = IntStream.range(0, n).map(r -> r == 0 ? n - 1 : n - 1 + r).toArray();
    int[] edges =
        IntStream.concat(IntStream.range(1, n), IntStream.range(1, n).map(r -> 0)).toArray();
    try (GraphComm star = world.createGraph(index, edges, false)) {
      int me = star.rank();
      int[] ranks = star.inNeighbors();
      int[] there = IntStream.of(ranks).map(r -> r == 0 ? me - 1 : 0).toArray();
      exchange(new Place(star, ranks, ranks, there));
    }
  }

  static void blocksOfSeveralTypesGoToNeighbors(Comm world) {
    int n = world.size();
    try (CartComm ring = world.createCart(new int[] {n}, new boolean[] {true}, false)) {
      // A double upwards, two ints downwards.
      byte[] out = new byte[24];
      Datatype.DOUBLE.set(MemorySegment.ofArray(out).asSlice(8, 8), 0, 0.5 + ring.rank());
      Datatype.INT.set(MemorySegment.ofArray(out).asSlice(0, 4), 0, ring.rank());
      Datatype.INT.set(MemorySegment.ofArray(out).asSlice(4, 4), 0, 7);
      byte[] in = new byte[24];
      int[] counts = {2, 1};
      int[] places = {0, 8};
      Datatype<?>[] types = {Datatype.INT, Datatype.DOUBLE};
      int[] takenCounts = {1, 2};
      int[] takenPlaces = {0, 16};
      Datatype<?>[] takenTypes = {Datatype.DOUBLE, Datatype.INT};
      ring.untyped()
          .neighborAllToAllw(out, counts, places, types, in, takenCounts, takenPlaces, takenTypes);
      int below = (ring.rank() + n - 1) % n;
      int above = (ring.rank() + 1) % n;
      var all = MemorySegment.ofArray(in);
      Check.equal(0.5 + below, Datatype.DOUBLE.get(all.asSlice(0, 8), 0), "from below");
      Check.equal(above, Datatype.INT.get(all.asSlice(16, 4), 0), "from above");
      Check.equal(7, Datatype.INT.get(all.asSlice(20, 4), 0), "from above, the second");
    }
  }

  static void wrongArgumentsAreRefused(Comm world) {
    int[] some = new int[8];
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.neighborAllGather(some, some),
        "has no topology");
    int n = world.size();
    try (CartComm ring = world.createCart(new int[] {n}, new boolean[] {true}, false)) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> ring.neighborAllGather(new int[3], new int[5]),
          "the receive buffer");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () -> ring.neighborAllToAll(some, some),
          "overlap");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.COUNT,
          () -> ring.neighborAllToAll(new int[5], some),
          "no equal blocks");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.COUNT,
          () -> ring.neighborAllGatherv(some, 0, 1, new int[9], 0, new int[] {1, -1}, null),
          "counts[1]");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.BUFFER,
          () ->
              ring.neighborAllGatherv(
                  some, 0, 2, new int[9], 0, new int[] {2, 2}, new int[] {0, 1}),
          "overlap");
      ring.barrier();
    }
  }

  static void whoSendsToNobodyReceivesBlocksOfTheLengthThatItHasRoomFor(Comm world) {
    int size = world.size();
    int me = world.rank();
    int[] others = IntStream.range(1, size).toArray();
    int[] none = {};
    DistGraphComm star =
        world.createDistGraphAdjacent(
            me > 0 ? new int[] {0} : none, null, me == 0 ? others : none, null, new Info(), false);
    try (star) {
      for (int round = 0; round < 2; round++) {
        int[] in = me == 0 ? joined(size - 1, i -> block(0, i, 3)) : none;
        int[] out = new int[me == 0 ? 0 : 3];
        if (round == 0) {
          star.neighborAllToAll(in, out);
        } else {
          star.iNeighborAllToAll(in, out).await();
        }
        Check.equal(me == 0 ? none : block(0, me - 1, 3), out, "from the centre");
      }
    }
  }

  static void anEdgeToItselfIsAmongSourcesAndDestinations(Comm world) {
    int[] self = {world.rank()};
    int[] none = {};
    try (Comm comm = world.dup()) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.TOPOLOGY,
          () -> comm.createDistGraphAdjacent(none, null, self, null, new Info(), false),
          "destinations 1 times");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.TOPOLOGY,
          () -> comm.createDistGraphAdjacent(self, null, none, null, new Info(), false),
          "sources 1 times");
    }
  }
}
