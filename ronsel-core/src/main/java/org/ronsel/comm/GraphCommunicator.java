package org.ronsel.comm;

import java.util.Arrays;
import org.ronsel.GraphComm;
import org.ronsel.Info;
import org.ronsel.topology.WeightedGraph;

/** A communicator of the nodes of a graph that every rank knows. */
public final class GraphCommunicator extends Communicator implements GraphComm {
  private final int[] index;
  private final int[] edges;

  private GraphCommunicator(Membership membership, int[] index, int[] edges) {
    super(membership);
    this.index = index.clone();
    this.edges = edges.clone();
  }

  /** See {@link CartCommunicator#inheriting}. */
  static GraphComm inheriting(
      Communicator parent, Membership membership, int[] index, int[] edges) {
    return parent.creation.inheriting(new GraphCommunicator(membership, index, edges));
  }

  @Override
  public int[] index() {
    return index.clone();
  }

  @Override
  public int[] edges() {
    return edges.clone();
  }

  @Override
  public int[] neighbors(int rank) {
    Arguments.member(this, "neighbors", "rank", rank);
    return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
  }

  @Override
  public int[] inNeighbors() {
    return neighbors(rank());
  }

  @Override
  public int[] outNeighbors() {
    return neighbors(rank());
  }

  @Override
  public int map(int[] index, int[] edges) {
    return mapGraph(index, edges);
  }

  /** The graph, with a weight of 1 for each edge. */
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
  Communicator duplicate(Membership membership) {
    return new GraphCommunicator(membership, index, edges);
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
