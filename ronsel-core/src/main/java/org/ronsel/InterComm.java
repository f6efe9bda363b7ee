package org.ronsel;

/**
 * A communicator of two groups without common members, in which the ranks of each talk to those of
 * the other (MPI-4.1, section 7.6): destinations and sources are ranks of the remote group. {@link
 * #rank()}, {@link #size()} and {@link #group()} are about the local one.
 *
 * <p>Collective operations go from one group to the other (MPI-4.1, section 6.2.2): what they say
 * of all ranks is meant of those of the remote group, so arrays have a block for each of these. In
 * the group of the root the root names itself {@link Ronsel#ROOT}, and the others say {@link
 * Ronsel#PROC_NULL}; the ranks of the other group name the root by its rank, and only they give or
 * get data, apart from the root. In a reduction to all, each group gets the combination of the
 * other one. A barrier is over both groups. There are no operations in place, no scan and exscan,
 * and none on objects, which throw an {@link UnsupportedFeatureException}.
 */
public interface InterComm extends Comm {
  /** The other group, whose ranks are the destinations and sources of messages. */
  Group remoteGroup();

  /** Number of ranks of the other group. */
  int remoteSize();

  /**
   * Makes an intra-communicator of both groups (MPI-4.1, section 7.6.2). Collective over both.
   *
   * @param high whether the ranks of this group come after those of the other; all ranks of a group
   *     give the same. If both groups do, they come in an order that is the same for all.
   * @throws InvalidArgumentException on all ranks if those of a group do not give the same
   */
  Comm merge(boolean high);

  @Override
  InterComm dup();

  @Override
  InterComm dup(Info hints);
}
