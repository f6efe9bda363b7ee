package org.ronsel.comm;

import org.ronsel.DistGraphComm;
import org.ronsel.Info;

/** A communicator of a graph of which every rank knows its own edges. */
public final class DistGraphCommunicator extends Communicator implements DistGraphComm {
  private final Adjacency edges;

  DistGraphCommunicator(Membership membership, Adjacency edges) {
    super(membership);
    this.edges = edges;
  }

  @Override
  public int[] inNeighbors() {
    return edges.sources().clone();
  }

  @Override
  public int[] outNeighbors() {
    return edges.destinations().clone();
  }

  @Override
  public int[] inWeights() {
    return edges.sourceWeights().clone();
  }

  @Override
  public int[] outWeights() {
    return edges.destinationWeights().clone();
  }

  @Override
  public boolean isWeighted() {
    return edges.weighted();
  }

  @Override
  Communicator duplicate(Membership membership) {
    return new DistGraphCommunicator(membership, edges);
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
