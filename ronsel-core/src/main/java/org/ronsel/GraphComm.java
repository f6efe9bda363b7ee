package org.ronsel;

import java.util.Arrays;
import org.ronsel.topology.WeightedGraph;

/** A communicator whose ranks are the nodes of a graph that every rank knows (MPI-4.1, 8.5.3). */
public final class GraphComm extends Comm {
  private final int[] index;
  private final int[] edges;

  GraphComm(Membership of, int[] index, int[] edges) {
    super(of);
    this.index = index.clone();
    this.edges = edges.clone();
  }

  /** For each node how many neighbours it and the nodes before it have together. */
  public int[] index() {
    return index.clone();
  }

  /** The neighbours of node 0, then those of node 1, and so on. */
  public int[] edges() {
    return edges.clone();
  }

  /** The neighbours of a rank, in the order in which they were given. */
  public int[] neighbours(int rank) {
    if (rank < 0 || rank >= size()) {
      throw Arguments.raised(
          this, "neighbours", ErrorClass.RANK, "rank " + rank + " is not in 0.." + (size() - 1));
    }
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }

  /** The neighbours that neighbourhood collectives receive from: those of the calling rank. */
  public int[] inNeighbours() {
    return neighbours(rank());
  }

  /** The neighbours that neighbourhood collectives send to: the same. */
  public int[] outNeighbours() {
    return neighbours(rank());
  }

  /** {@link Comm#mapGraph} of this communicator. */
  public int map(int[] index, int[] edges) {
    return mapGraph(index, edges);
  }

  /** Who talks to whom in a graph. */
  static WeightedGraph weighted(int[] index, int[] edges) {
    WeightedGraph.Builder graph = new WeightedGraph.Builder(index.length);
    int at = 0;
    for (int node = 0; node < index.length; node++) {
      for (; at < index[node]; at++) {
        graph.add(node, edges[at], 1);
      }
    }
    return graph.build();
  }

  @Override
  Comm duplicate(Membership membership) {
    return new GraphComm(membership, index, edges);
  }

  @Override
  public GraphComm dup() {
    return (GraphComm) super.dup();
  }

  @Override
  public GraphComm dup(Info hints) {
    return (GraphComm) super.dup(hints);
  }
}
