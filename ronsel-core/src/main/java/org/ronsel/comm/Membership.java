package org.ronsel.comm;

import org.jspecify.annotations.Nullable;

/**
 * The parts of which a communicator is made.
 *
 * @param group the ranks it belongs to, of which the calling one is {@code rank}
 * @param remote the other group of an inter-communicator, else null
 */
record Membership(
    RankState state,
    EndpointGroup group,
    @Nullable EndpointGroup remote,
    int rank,
    int contextId,
    String name) {

  /** The membership of an intra-communicator. */
  Membership(RankState state, EndpointGroup group, int rank, int contextId, String name) {
    this(state, group, null, rank, contextId, name);
  }

  /** The ranks that messages are addressed to. */
  EndpointGroup peers() {
    return remote == null ? group : remote;
  }

  /** All ranks, in an order that is the same for both groups of an inter-communicator. */
  EndpointGroup everybody() {
    if (remote == null) {
      return group;
    }
    return group.comesBefore(remote) ? group.union(remote) : remote.union(group);
  }
}
