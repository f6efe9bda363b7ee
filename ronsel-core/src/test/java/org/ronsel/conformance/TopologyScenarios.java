package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.GraphComm;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/** Grids and graphs of ranks (MPI-4.1, chapter 8). */
final class TopologyScenarios {
  private static final int TAG = 6;
  private static final boolean[] EITHER = {false, true};

  private TopologyScenarios() {}

  /** Sends its rank to all out-neighbours, and receives that of all in-neighbours. */
  private static void talk(Comm comm, int[] in, int[] out) {
    List<Request> sends = new ArrayList<>();
    for (int peer : out) {
      sends.add(comm.iSend(new int[] {comm.rank()}, peer, TAG));
    }
    for (int peer : in) {
      int[] got = {Ronsel.PROC_NULL};
      comm.receive(got, peer, TAG);
      Check.equal(peer, got[0], "what the neighbour sent");
    }
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  // ---- grids ----

  static void everyRankIsACellOfAGrid(Comm world) {
    int[] dims = CartComm.dims(world.size(), 0, 0);
    for (boolean reorder : EITHER) {
      try (CartComm grid = world.createCart(dims, new boolean[] {true, false}, reorder)) {
        Check.equal(dims, grid.dims(), "dims");
        Check.equal(new boolean[] {true, false}, grid.periods(), "periods");
        Check.equal(world.size(), grid.size(), "size");
        int[] own = grid.coordinates();
        Check.equal(own[0] * dims[1] + own[1], grid.rank(), "rank is row by row");
        Check.equal(grid.rank(), grid.rank(own), "rank of the coordinates");
        Check.equal(grid.rank(), grid.rank(own[0] + 3 * dims[0], own[1]), "rank around the ring");
        Check.equal(own, grid.coordinates(grid.rank()), "coordinates of the rank");
        if (!reorder) {
          Check.equal(world.rank(), grid.rank(), "rank that is kept");
        }
        talk(grid, grid.inNeighbors(), grid.outNeighbors());
        CommunicatorScenarios.use(grid);
        Check.equal(
            world.size() * (world.size() - 1) / 2,
            grid.allReduce(grid.rank(), Op.SUM),
            "sum of the ranks, each of which is there once");
      }
    }
  }

  static void aShiftNamesSourceAndDestination(Comm world) {
    int n = world.size();
    try (CartComm ring = world.createCart(new int[] {n}, new boolean[] {true}, false);
        CartComm line = world.createCart(new int[] {n}, new boolean[1], false)) {
      for (int steps = -2 * n; steps <= 2 * n; steps++) {
        int up = world.rank() + steps;
        int down = world.rank() - steps;
        Check.equal(
            new CartComm.Shift(Math.floorMod(down, n), Math.floorMod(up, n)),
            ring.shift(0, steps),
            "in a ring by " + steps);
        Check.equal(
            new CartComm.Shift(
                down < 0 || down >= n ? Ronsel.PROC_NULL : down,
                up < 0 || up >= n ? Ronsel.PROC_NULL : up),
            line.shift(0, steps),
            "in a line by " + steps);
      }
      CartComm.Shift next = ring.shift(0, 1);
      int[] token = {world.rank()};
      ring.sendReceiveReplace(token, next.dest(), TAG, next.source(), TAG);
      Check.equal(next.source(), token[0], "what was shifted here");
    }
  }

  static void aGridMayHaveFewerCellsThanThereAreRanks(Comm world) {
    int cells = (world.size() + 1) / 2;
    for (boolean reorder : EITHER) {
      try (CartComm grid = world.createCart(new int[] {cells, 1}, new boolean[2], reorder)) {
        Check.equal(world.rank() < cells, grid != null, "whether there is a cell");
        if (grid != null) {
          Check.equal(cells, grid.size(), "cells");
          CommunicatorScenarios.use(grid);
        }
      }
    }
  }

  static void aGridWithoutDimensionsIsOneCell(Comm world) {
    try (CartComm point = world.createCart(new int[0], new boolean[0], false)) {
      Check.equal(world.rank() == 0, point != null, "whether there is a cell");
      if (point != null) {
        Check.equal(0, point.rank(new int[0]), "rank");
        Check.equal(0, point.inNeighbors().length, "neighbours");
      }
    }
  }

  static void slicesOfAGridAreGrids(Comm world) {
    int[] dims = CartComm.dims(world.size(), 0, 0);
    try (CartComm grid = world.createCart(dims, new boolean[] {false, true}, false);
        CartComm row = grid.sub(false, true);
        CartComm column = grid.sub(true, false);
        CartComm all = grid.sub(true, true);
        CartComm cell = grid.sub(false, false)) {
      int[] own = grid.coordinates();
      Check.equal(new int[] {dims[1]}, row.dims(), "dims of a row");
      Check.equal(new boolean[] {true}, row.periods(), "periods of a row");
      Check.equal(own[1], row.rank(), "rank in the row");
      Check.equal(own[0], column.rank(), "rank in the column");
      Check.equal(grid.rank(), all.rank(), "rank in the whole");
      Check.equal(1, cell.size(), "size of a cell");
      Check.equal(own[0] * dims[1], row.allReduce(grid.rank(), Op.MIN), "first of the row");
      CommunicatorScenarios.use(column);
      CommunicatorScenarios.use(cell);
    }
  }

  static void duplicatesKeepTheTopology(Comm world) {
    int n = world.size();
    try (CartComm grid = world.createCart(new int[] {n}, new boolean[] {true}, false);
        CartComm copy = grid.dup();
        Comm same = grid.iDup().comm()) {
      Check.equal(grid.shift(0, 1), copy.shift(0, 1), "shift of the duplicate");
      Check.that(same instanceof CartComm, "a later duplicate is a grid");
      CommunicatorScenarios.use(copy);
      CommunicatorScenarios.use(same);
    }
  }

  static void mappingGivesEveryCellToOneRank(Comm world) {
    int cells = Math.max(1, world.size() - 1);
    int[] dims = CartComm.dims(cells, 0, 0);
    int cell = world.mapCart(dims, new boolean[2]);
    Check.that(cell == Ronsel.UNDEFINED || cell >= 0 && cell < cells, cell + " is a cell or none");
    int sum = world.allReduce(Math.max(0, cell + 1), Op.SUM);
    Check.equal(cells * (cells + 1) / 2, sum, "sum of the cells");
    int[] index = {1, 2};
    int[] edges = {1, 0};
    if (world.size() >= 2) {
      int node = world.mapGraph(index, edges);
      Check.equal(3, world.allReduce(node < 0 ? 0 : node + 1, Op.SUM), "sum of the nodes");
    }
  }

  static void wrongGridsAreRejected(Comm world) {
    int n = world.size();
    boolean[] line = {false};
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.DIMS,
        () -> world.createCart(new int[] {n + 1}, line, false),
        "createCart",
        "more cells");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.DIMS,
        () -> world.createCart(new int[] {0}, line, false),
        "dims[0]");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.DIMS,
        () -> world.createCart(new int[] {1, 1}, line, false),
        "2 dims and 1 periods");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.createCart(null, line, false),
        "dims is null");
    try (CartComm grid = world.createCart(new int[] {n}, line, false)) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.ARGUMENT,
          () -> grid.rank(n),
          "outside the grid");
      Check.fails(
          InvalidArgumentException.class, ErrorClass.DIMS, () -> grid.rank(0, 0), "2 coordinates");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.RANK,
          () -> grid.coordinates(n),
          "rank " + n,
          "whose ranks are 0..");
      Check.fails(
          InvalidArgumentException.class, ErrorClass.DIMS, () -> grid.shift(1, 1), "dimension 1");
      Check.fails(
          InvalidArgumentException.class, ErrorClass.DIMS, () -> grid.sub(true, true), "2 flags");
    }
  }

  @Ranks(min = 2)
  static void ranksThatGiveDifferentGridsAllFail(Comm world) {
    int n = world.size();
    int[] dims = world.rank() == 0 ? new int[] {n, 1} : new int[] {1, n};
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.createCart(dims, new boolean[2], true),
        "do not make the same communicator");
  }

  // ---- graphs ----

  /** A star: node 0 in the middle. */
  private static GraphComm star(Comm world, boolean reorder) {
    int n = world.size();
    int[] index = IntStream.range(0, n).map(node -> n - 1 + node).toArray();
    int[] edges = new int[2 * (n - 1)];
    for (int i = 0; i < n - 1; i++) {
      edges[i] = i + 1;
    }
    return world.createGraph(index, edges, reorder);
  }

  static void everyRankIsANodeOfAGraph(Comm world) {
    for (boolean reorder : EITHER) {
      try (GraphComm graph = star(world, reorder);
          GraphComm copy = graph.dup()) {
        int n = world.size();
        int[] leaves = IntStream.range(1, n).toArray();
        Check.equal(leaves, graph.neighbors(0), "neighbours of the middle");
        int[] own = graph.rank() == 0 ? leaves : new int[] {0};
        Check.equal(own, graph.inNeighbors(), "own neighbours");
        Check.equal(own, copy.outNeighbors(), "own neighbours in the duplicate");
        Check.equal(2 * (n - 1), graph.edges().length, "edges");
        Check.equal(n, graph.index().length, "nodes");
        talk(graph, graph.inNeighbors(), graph.outNeighbors());
        CommunicatorScenarios.use(copy);
      }
    }
    try (GraphComm one = world.createGraph(new int[] {1}, new int[] {0}, true)) {
      Check.equal(1, world.allReduce(one == null ? 0 : 1, Op.SUM), "ranks of a graph of one");
    }
  }

  static void wrongGraphsAreRejected(Comm world) {
    int n = world.size();
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.createGraph(new int[n + 1], new int[0], false),
        "createGraph",
        "nodes");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.createGraph(new int[] {1}, new int[] {1}, false),
        "edges[0]");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.createGraph(new int[] {2}, new int[] {0}, false),
        "2 edges, not 1");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.createGraph(new int[] {-1}, new int[0], false),
        "index[0]");
    try (GraphComm graph = star(world, false)) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.RANK,
          () -> graph.neighbors(n),
          "rank " + n,
          "whose ranks are 0..");
    }
  }

  static void everyRankGivesItsOwnEdges(Comm world) {
    int n = world.size();
    int rank = world.rank();
    int[] before = {(rank + n - 1) % n, (rank + n - 1) % n};
    int[] after = {(rank + 1) % n, (rank + 1) % n};
    for (boolean reorder : EITHER) {
      try (DistGraphComm ring =
              world.createDistGraphAdjacent(
                  before, new int[] {1, 5}, after, new int[] {1, 5}, new Info(), reorder);
          DistGraphComm copy = ring.dup()) {
        int own = ring.rank();
        Check.equal(new int[] {(own + n - 1) % n, (own + n - 1) % n}, ring.inNeighbors(), "in");
        Check.equal(new int[] {(own + 1) % n, (own + 1) % n}, copy.outNeighbors(), "out");
        Check.equal(new int[] {1, 5}, ring.inWeights(), "in weights");
        Check.equal(new int[] {1, 5}, copy.outWeights(), "out weights");
        Check.that(ring.isWeighted(), "it has weights");
        talk(ring, ring.inNeighbors(), ring.outNeighbors());
        CommunicatorScenarios.use(copy);
      }
    }
    try (DistGraphComm none =
        world.createDistGraphAdjacent(new int[0], null, new int[0], null, new Info(), true)) {
      Check.that(!none.isWeighted(), "it has no weights");
      Check.equal(0, none.inNeighbors().length, "neighbours");
    }
  }

  static void edgesReachTheRanksTheyBelongTo(Comm world) {
    int n = world.size();
    // Every rank gives the edges of its successor, which sends to all others; the last edge twice.
    int source = (world.rank() + 1) % n;
    int[] others = IntStream.range(0, n).filter(each -> each != source).toArray();
    for (boolean reorder : EITHER) {
      try (DistGraphComm all =
          world.createDistGraph(
              new int[] {source},
              new int[] {n - 1},
              others,
              IntStream.of(others).map(to -> 10 * source + to).toArray(),
              new Info(),
              reorder)) {
        int own = all.rank();
        int[] expected = IntStream.range(0, n).filter(each -> each != own).toArray();
        int[] in = all.inNeighbors();
        int[] weights = all.inWeights();
        for (int i = 0; i < in.length; i++) {
          Check.equal(10 * in[i] + own, weights[i], "weight of the edge from " + in[i]);
        }
        Arrays.sort(in);
        Check.equal(expected, in, "in");
        Check.equal(expected, all.outNeighbors(), "out");
        talk(all, all.inNeighbors(), all.outNeighbors());
      }
    }
  }

  static void oneRankMayGiveAllEdges(Comm world) {
    int n = world.size();
    int[] all = IntStream.range(0, n).toArray();
    int[] ones = new int[n];
    Arrays.fill(ones, 1);
    int[] successors = IntStream.range(0, n).map(each -> (each + 1) % n).toArray();
    int[] none = {};
    boolean giver = world.rank() == n - 1;
    try (DistGraphComm ring =
        world.createDistGraph(
            giver ? all : none,
            giver ? ones : none,
            giver ? successors : none,
            null,
            new Info(),
            false)) {
      Check.equal(new int[] {(ring.rank() + 1) % n}, ring.outNeighbors(), "out");
      Check.equal(new int[] {(ring.rank() + n - 1) % n}, ring.inNeighbors(), "in");
      talk(ring, ring.inNeighbors(), ring.outNeighbors());
    }
  }

  static void wrongEdgesAreRejected(Comm world) {
    int n = world.size();
    int[] none = {};
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.RANK,
        () -> world.createDistGraphAdjacent(new int[] {n}, null, none, null, new Info(), false),
        "sources[0]");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.createDistGraphAdjacent(none, null, new int[] {0}, none, new Info(), false),
        "0 weights for 1 destinations");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () ->
            world.createDistGraphAdjacent(
                none, null, new int[] {0}, new int[] {-1}, new Info(), false),
        "weight -1");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () ->
            world.createDistGraph(
                new int[] {0}, new int[] {2}, new int[] {0}, null, new Info(), false),
        "do not fit");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TOPOLOGY,
        () -> world.createDistGraph(new int[] {0}, new int[] {-1}, none, null, new Info(), false),
        "degree -1");
  }
}
