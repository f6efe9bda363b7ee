package org.ronsel;

import org.ronsel.collective.context.ContextAgreement;

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
public final class InterComm extends Comm {
  private static final int MERGE = 6;

  // What the ranks of the group that comes first wish, and those of the other.
  private static final int FIRST_HIGH = 1;
  private static final int FIRST_LOW = 2;
  private static final int SECOND_HIGH = 4;
  private static final int SECOND_LOW = 8;

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

  /**
   * Makes an intra-communicator of both groups (MPI-4.1, section 7.6.2). Collective over both.
   *
   * @param high whether the ranks of this group come after those of the other; all ranks of a group
   *     give the same. If both groups do, they come in an order that is the same for all.
   * @throws InvalidArgumentException on all ranks if those of a group do not give the same
   */
  public Comm merge(boolean high) {
    boolean first = group().comesBefore(peers);
    int wish = first ? (high ? FIRST_HIGH : FIRST_LOW) : high ? SECOND_HIGH : SECOND_LOW;
    ContextAgreement.Agreed agreed = awaited(agree("merge", MERGE, wish));
    long wishes = agreed.wishes();
    if (has(wishes, FIRST_HIGH | FIRST_LOW) || has(wishes, SECOND_HIGH | SECOND_LOW)) {
      throw Arguments.raised(
          this, "merge", ErrorClass.ARGUMENT, "the ranks of a group do not all give the same high");
    }
    boolean firstIsLow = !has(wishes, FIRST_HIGH | SECOND_LOW);
    boolean ownIsLow = first == firstIsLow;
    Group all = ownIsLow ? group().union(peers) : peers.union(group());
    int id = agreed.contextId();
    return part(all, all.rank(this), id, ".merge" + id);
  }

  private static boolean has(long wishes, int all) {
    return (wishes & all) == all;
  }

  @Override
  Comm duplicate(Membership membership) {
    return new InterComm(membership);
  }

  @Override
  public InterComm dup() {
    return (InterComm) super.dup();
  }

  @Override
  public InterComm dup(Info hints) {
    return (InterComm) super.dup(hints);
  }
}
