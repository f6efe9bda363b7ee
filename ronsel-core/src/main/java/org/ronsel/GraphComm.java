package org.ronsel;

/** A communicator whose ranks are the nodes of a graph that every rank knows (MPI-4.1, 8.5.3). */
public interface GraphComm extends Comm {
  /** For each node how many neighbours it and the nodes before it have together. */
  int[] index();

  /** The neighbours of node 0, then those of node 1, and so on. */
  int[] edges();

  /** The neighbours of a rank, in the order in which they were given. */
  int[] neighbors(int rank);

  /** The neighbours that neighbourhood collectives receive from: those of the calling rank. */
  int[] inNeighbors();

  /** The neighbours that neighbourhood collectives send to: the same. */
  int[] outNeighbors();

  /** {@link Comm#mapGraph} of this communicator. */
  int map(int[] index, int[] edges);

  @Override
  GraphComm dup();

  @Override
  GraphComm dup(Info hints);
}
