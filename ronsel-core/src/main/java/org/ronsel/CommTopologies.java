package org.ronsel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.context.ContextAgreement.Agreed;
import org.ronsel.topology.CartGrid;
import org.ronsel.topology.Reordering;

/**
 * The calls that make communicators with a topology (MPI-4.1, chapter 8). All of them are
 * collective. With {@code reorder} ranks get the numbers with which those that are neighbours run
 * close together: in one JVM, then near each other in the machine.
 */
abstract sealed class CommTopologies extends CommCreation permits CommMessages {
  // What is called, in what the ranks tell each other.
  private static final int CART = 7;
  private static final int GRAPH = 8;
  private static final int DIST_GRAPH = 9;
  private static final int DIST_GRAPH_ADJACENT = 10;

  CommTopologies(String name) {
    super(name);
  }

  // ---- grids ----

  /**
   * Makes a communicator whose ranks are the cells of a grid (MPI-4.1, section 8.5.1).
   *
   * @param dims number of cells along each dimension, at least 1; none for a single cell
   * @param periods whether each dimension is a ring
   * @param reorder whether ranks may get other numbers than here
   * @return null for a rank that gets no cell because the grid has fewer than there are ranks
   * @throws InvalidArgumentException if the grid has more cells than there are ranks
   */
  public @Nullable CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
    String call = "createCart";
    checkOpen();
    Arguments.intra(self(), call);
    CartGrid grid = TopologyArguments.grid(self(), call, dims, periods);
    long signature = 31 * (31L * Arrays.hashCode(dims) + Arrays.hashCode(periods));
    int id = agreeNow(call, signature << 8 | (reorder ? 1 << 7 : 0) | CART);
    int[] ranks = IntStream.range(0, grid.cells()).toArray();
    if (reorder) {
      ranks = reordered(places -> Reordering.of(grid, Arrays.copyOf(places, grid.cells())));
    }
    Group group = self().group().include(ranks);
    int rank = group.rank(self());
    return rank < 0
        ? null
        : heir(new CartComm(self().membership(group, rank, id, ".cart" + id), grid));
  }

  /**
   * The rank that the calling one would have in a grid if ranks that are neighbours in it were in
   * one JVM where possible (MPI-4.1, section 8.5.8). Local.
   *
   * @return {@link Ronsel#UNDEFINED} if it would have no cell
   */
  public int mapCart(int[] dims, boolean[] periods) {
    CartGrid grid = TopologyArguments.grid(self(), "mapCart", dims, periods);
    return position(Reordering.of(grid, knownPlaces(grid.cells())));
  }

  // ---- graphs that every rank knows ----

  /**
   * Makes a communicator whose ranks are the nodes of a graph (MPI-4.1, section 8.5.3).
   *
   * @param index for each node how many neighbours it and the nodes before it have together
   * @param edges the neighbours of node 0, then those of node 1, and so on
   * @param reorder whether ranks may get other numbers than here
   * @return null for a rank that gets no node because the graph has fewer than there are ranks
   */
  public @Nullable GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
    String call = "createGraph";
    checkOpen();
    Arguments.intra(self(), call);
    TopologyArguments.graph(self(), call, index, edges);
    long signature = 31 * (31L * Arrays.hashCode(index) + Arrays.hashCode(edges));
    int id = agreeNow(call, signature << 8 | (reorder ? 1 << 7 : 0) | GRAPH);
    int[] ranks = IntStream.range(0, index.length).toArray();
    if (reorder) {
      ranks =
          reordered(
              places ->
                  Reordering.of(
                      GraphComm.weighted(index, edges), Arrays.copyOf(places, index.length)));
    }
    Group group = self().group().include(ranks);
    int rank = group.rank(self());
    return rank < 0
        ? null
        : heir(new GraphComm(self().membership(group, rank, id, ".graph" + id), index, edges));
  }

  /**
   * The rank that the calling one would have in a graph if ranks that are neighbours in it were in
   * one JVM where possible (MPI-4.1, section 8.5.8). Local.
   *
   * @return {@link Ronsel#UNDEFINED} if it would have no node
   */
  public int mapGraph(int[] index, int[] edges) {
    TopologyArguments.graph(self(), "mapGraph", index, edges);
    return position(Reordering.of(GraphComm.weighted(index, edges), knownPlaces(index.length)));
  }

  // ---- graphs of which every rank knows a part ----

  /**
   * Makes a communicator of a graph of which every rank gives its own edges (MPI-4.1, section
   * 8.5.4).
   *
   * @param sources ranks that send to this one; a rank may be given several times
   * @param sourceWeights how much each of them sends, or null if that is not known; null on all
   *     ranks or on none
   * @param destinations ranks that this one sends to, who give it as a source as often
   * @param destinationWeights how much goes to each of them, or null if that is not known
   * @param hints ignored
   * @param reorder whether ranks may get other numbers than here; rank {@code r} then has the edges
   *     that rank {@code r} of this communicator gave
   */
  public DistGraphComm createDistGraphAdjacent(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      Info hints,
      boolean reorder) {
    String call = "createDistGraphAdjacent";
    checkOpen();
    Arguments.intra(self(), call);
    TopologyArguments.ranks(self(), call, "sources", sources, sourceWeights);
    TopologyArguments.ranks(self(), call, "destinations", destinations, destinationWeights);
    Arguments.present(self(), call, "hints", hints);
    boolean weighted = sourceWeights != null || destinationWeights != null;
    Agreed agreed = awaited(agree(call, signature(DIST_GRAPH_ADJACENT, weighted, reorder), 0));
    Adjacency own =
        Adjacency.of(sources, sourceWeights, destinations, destinationWeights, weighted);
    try {
      return DistGraphCreation.adjacent(self(), agreed, own, reorder);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /**
   * Makes a communicator of a graph of which every rank gives some edges, of whichever ranks
   * (MPI-4.1, section 8.5.4).
   *
   * @param sources ranks that send
   * @param degrees how many destinations follow for each of them
   * @param destinations the destinations of the first source, then of the next, and so on
   * @param weights how much goes over each edge, or null if that is not known; null on all ranks or
   *     on none
   * @param hints ignored
   * @param reorder whether ranks may get other numbers than here
   */
  public DistGraphComm createDistGraph(
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      Info hints,
      boolean reorder) {
    String call = "createDistGraph";
    checkOpen();
    Arguments.intra(self(), call);
    TopologyArguments.edges(self(), call, sources, degrees, destinations, weights);
    Arguments.present(self(), call, "hints", hints);
    boolean weighted = weights != null;
    Agreed agreed = awaited(agree(call, signature(DIST_GRAPH, weighted, reorder), 0));
    EdgeList edges = EdgeList.of(sources, degrees, destinations, weights);
    try {
      return DistGraphCreation.general(self(), agreed, edges, weighted, reorder);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  private static long signature(int call, boolean weighted, boolean reorder) {
    return call | (weighted ? 1L << 8 : 0) | (reorder ? 1L << 9 : 0);
  }

  // ---- reordering ----

  /** Finds the rank here that gets each vertex. */
  @FunctionalInterface
  interface Order {
    int[] of(int[][] places);
  }

  /** What rank 0 finds, given the places of all ranks; it tells all. */
  final int[] reordered(Order order) {
    int[] own = self().places();
    int[] all = self().exchange(own);
    int[] ranks = {};
    if (self().rank() == 0) {
      int[][] places = new int[self().size()][];
      for (int rank = 0; rank < places.length; rank++) {
        places[rank] = Arrays.copyOfRange(all, rank * own.length, (rank + 1) * own.length);
      }
      ranks = order.of(places);
    }
    int[] length = {ranks.length};
    self().broadcast(length, 0);
    if (self().rank() != 0) {
      ranks = new int[length[0]];
    }
    self().broadcast(ranks, 0);
    return ranks;
  }

  /** What every rank knows of where the first ranks are: the JVM. */
  private int[][] knownPlaces(int ranks) {
    int[][] places = new int[ranks][1];
    for (int rank = 0; rank < ranks; rank++) {
      places[rank][0] = self().jvmOf(rank);
    }
    return places;
  }

  private int position(int[] dealt) {
    for (int vertex = 0; vertex < dealt.length; vertex++) {
      if (dealt[vertex] == self().rank()) {
        return vertex;
      }
    }
    return Ronsel.UNDEFINED;
  }

  /** Gives a new communicator what it has of this one. */
  final <C extends Comm> C heir(C child) {
    child.inherit(heritage());
    return child;
  }
}
