package org.ronsel;

/** A communicator of a graph of which every rank knows its own edges (MPI-4.1, section 8.5.4). */
public final class DistGraphComm extends Comm {
  private final Adjacency edges;

  DistGraphComm(Membership of, Adjacency edges) {
    super(of);
    this.edges = edges;
  }

  /**
   * The ranks that send to this one, a rank as often as there are edges: those that neighbourhood
   * collectives receive from.
   */
  public int[] inNeighbours() {
    return edges.sources().clone();
  }

  /** The ranks that this one sends to: those that neighbourhood collectives send to. */
  public int[] outNeighbours() {
    return edges.destinations().clone();
  }

  /** How much each of {@link #inNeighbours()} sends; 1 each if the graph has no weights. */
  public int[] inWeights() {
    return edges.sourceWeights().clone();
  }

  /** How much goes to each of {@link #outNeighbours()}; 1 each if the graph has no weights. */
  public int[] outWeights() {
    return edges.destinationWeights().clone();
  }

  /** Whether the graph was given weights. */
  public boolean isWeighted() {
    return edges.weighted();
  }

  @Override
  Comm duplicate(Membership membership) {
    return new DistGraphComm(membership, edges);
  }

  @Override
  public DistGraphComm dup() {
    return (DistGraphComm) super.dup();
  }

  @Override
  public DistGraphComm dup(Info hints) {
    return (DistGraphComm) super.dup(hints);
  }
}
