package org.ronsel;

/**
 * A communicator of two groups without common members, in which the ranks of each talk to those of
 * the other (MPI-4.1, section 7.6): destinations and sources are ranks of the remote group. {@link
 * #rank()}, {@link #size()} and {@link #group()} are about the local one.
 *
 * <p>Of the collective operations it has {@link #barrier()}, over both groups.
 */
public final class InterComm extends Comm {
  InterComm(Membership of) {
    super(of);
  }

  /** The other group, whose ranks are the destinations and sources of messages. */
  public Group remoteGroup() {
    return peers;
  }

  /** Number of ranks of the other group. */
  public int remoteSize() {
    return peers.size();
  }
}
