package org.ronsel.comm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.CartComm;
import org.ronsel.DistGraphComm;
import org.ronsel.GraphComm;
import org.ronsel.Info;
import org.ronsel.Order;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.collective.context.ContextAgreement.Agreed;
import org.ronsel.topology.CartGrid;
import org.ronsel.topology.Reordering;

/**
 * The calls that make communicators with a topology (MPI-4.1, chapter 8). All of them are
 * collective. With {@code reorder} ranks get the numbers with which those that are neighbours run
 * close together: in one JVM, then near each other in the machine.
 */
final class Topologies {
  private final Communicator comm;

  // What is called, in what the ranks tell each other.
  private static final int CART = 7;
  private static final int GRAPH = 8;
  private static final int DIST_GRAPH = 9;
  private static final int DIST_GRAPH_ADJACENT = 10;

  Topologies(Communicator comm) {
    this.comm = comm;
  }

  // ---- grids ----

  @Nullable CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
    String call = "createCart";
    comm.checkOpen();
    Arguments.intra(comm, call);
    CartGrid grid = TopologyArguments.grid(comm, call, dims, periods);
    long signature = 31 * (31L * Arrays.hashCode(dims) + Arrays.hashCode(periods));
    int id = comm.creation.agreeNow(call, signature << 8 | (reorder ? 1 << 7 : 0) | CART);
    int[] ranks = IntStream.range(0, grid.cells()).toArray();
    if (reorder) {
      ranks = reordered(places -> Reordering.of(grid, Arrays.copyOf(places, grid.cells())));
    }
    EndpointGroup group = comm.group().include(ranks);
    int rank = group.rank(comm);
    return rank < 0
        ? null
        : CartCommunicator.inheriting(
            comm, comm.creation.membership(group, rank, id, ".cart" + id), grid);
  }

  int mapCart(int[] dims, boolean[] periods) {
    CartGrid grid = TopologyArguments.grid(comm, "mapCart", dims, periods);
    return position(Reordering.of(grid, knownPlaces(grid.cells())));
  }

  // ---- graphs that every rank knows ----

  @Nullable GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
    String call = "createGraph";
    comm.checkOpen();
    Arguments.intra(comm, call);
    TopologyArguments.graph(comm, call, index, edges);
    long signature = 31 * (31L * Arrays.hashCode(index) + Arrays.hashCode(edges));
    int id = comm.creation.agreeNow(call, signature << 8 | (reorder ? 1 << 7 : 0) | GRAPH);
    int[] ranks = IntStream.range(0, index.length).toArray();
    if (reorder) {
      ranks =
          reordered(
              places ->
                  Reordering.of(
                      GraphCommunicator.weighted(index, edges),
                      Arrays.copyOf(places, index.length)));
    }
    EndpointGroup group = comm.group().include(ranks);
    int rank = group.rank(comm);
    return rank < 0
        ? null
        : GraphCommunicator.inheriting(
            comm, comm.creation.membership(group, rank, id, ".graph" + id), index, edges);
  }

  int mapGraph(int[] index, int[] edges) {
    TopologyArguments.graph(comm, "mapGraph", index, edges);
    return position(
        Reordering.of(GraphCommunicator.weighted(index, edges), knownPlaces(index.length)));
  }

  // ---- graphs of which every rank knows a part ----

  DistGraphComm createDistGraphAdjacent(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      Info hints,
      boolean reorder) {
    String call = "createDistGraphAdjacent";
    comm.checkOpen();
    Arguments.intra(comm, call);
    TopologyArguments.ranks(comm, call, "sources", sources, sourceWeights);
    TopologyArguments.ranks(comm, call, "destinations", destinations, destinationWeights);
    TopologyArguments.loops(comm, call, sources, destinations);
    Arguments.present(comm, call, "hints", hints);
    boolean weighted = sourceWeights != null || destinationWeights != null;
    Agreed agreed =
        comm.creation.awaited(
            comm.creation.agree(call, signature(DIST_GRAPH_ADJACENT, weighted, reorder), 0));
    Adjacency own =
        Adjacency.of(sources, sourceWeights, destinations, destinationWeights, weighted);
    try {
      return DistGraphCreation.adjacent(comm, agreed, own, reorder);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  DistGraphComm createDistGraph(
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      Info hints,
      boolean reorder) {
    String call = "createDistGraph";
    comm.checkOpen();
    Arguments.intra(comm, call);
    TopologyArguments.edges(comm, call, sources, degrees, destinations, weights);
    Arguments.present(comm, call, "hints", hints);
    boolean weighted = weights != null;
    Agreed agreed =
        comm.creation.awaited(
            comm.creation.agree(call, signature(DIST_GRAPH, weighted, reorder), 0));
    EdgeList edges = EdgeList.of(sources, degrees, destinations, weights);
    try {
      return DistGraphCreation.general(comm, agreed, edges, weighted, reorder);
    } catch (RonselException failure) {
      throw comm.raise(failure);
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

  /** The order that rank 0 computes from the places of all ranks and broadcasts. */
  int[] reordered(Order order) {
    int[] own = comm.state().places();
    int[] all = comm.exchange(own);
    int[] ranks = {};
    if (comm.rank() == 0) {
      int[][] places = new int[comm.size()][];
      for (int rank = 0; rank < places.length; rank++) {
        places[rank] = Arrays.copyOfRange(all, rank * own.length, (rank + 1) * own.length);
      }
      ranks = order.of(places);
    }
    int[] length = {ranks.length};
    comm.broadcast(length, 0);
    if (comm.rank() != 0) {
      ranks = new int[length[0]];
    }
    comm.broadcast(ranks, 0);
    return ranks;
  }

  /** The places of the first ranks as far as every rank knows them: the JVM. */
  private int[][] knownPlaces(int ranks) {
    int[][] places = new int[ranks][1];
    for (int rank = 0; rank < ranks; rank++) {
      places[rank][0] = comm.state().jvmOf(comm.group().endpoint(rank));
    }
    return places;
  }

  private int position(int[] dealt) {
    for (int vertex = 0; vertex < dealt.length; vertex++) {
      if (dealt[vertex] == comm.rank()) {
        return vertex;
      }
    }
    return Ronsel.UNDEFINED;
  }
}
