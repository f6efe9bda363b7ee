package org.ronsel;

/** A communicator of a graph of which every rank knows its own edges (MPI-4.1, section 8.5.4). */
public interface DistGraphComm extends Comm {
  /**
   * The ranks that send to this one, a rank as often as there are edges: those that neighbourhood
   * collectives receive from.
   */
  int[] inNeighbors();

  /** The ranks that this one sends to: those that neighbourhood collectives send to. */
  int[] outNeighbors();

  /**
   * The weight of the edge from each of {@link #inNeighbors()}; 1 each if the graph has no weights.
   */
  int[] inWeights();

  /**
   * The weight of the edge to each of {@link #outNeighbors()}; 1 each if the graph has no weights.
   */
  int[] outWeights();

  /** Whether the graph was given weights. */
  boolean isWeighted();

  @Override
  DistGraphComm dup();

  @Override
  DistGraphComm dup(Info hints);
}
