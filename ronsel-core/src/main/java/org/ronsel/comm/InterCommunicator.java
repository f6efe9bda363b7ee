package org.ronsel.comm;

import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InterComm;
import org.ronsel.collective.context.ContextAgreement;

/** A communicator of two groups that have no member in common. */
public final class InterCommunicator extends Communicator implements InterComm {
  private static final int MERGE = 6;

  // What the ranks of the group that comes first wish, and those of the other.
  private static final int FIRST_HIGH = 1;
  private static final int FIRST_LOW = 2;
  private static final int SECOND_HIGH = 4;
  private static final int SECOND_LOW = 8;

  private InterCommunicator(Membership membership) {
    super(membership);
  }

  /** See {@link CartCommunicator#inheriting}. */
  static InterComm inheriting(Communicator parent, Membership membership) {
    return parent.creation.inheriting(new InterCommunicator(membership));
  }

  @Override
  public EndpointGroup remoteGroup() {
    return peers();
  }

  @Override
  public int remoteSize() {
    return peers().size();
  }

  @Override
  public Comm merge(boolean high) {
    boolean first = group().comesBefore(peers());
    int wish = first ? (high ? FIRST_HIGH : FIRST_LOW) : high ? SECOND_HIGH : SECOND_LOW;
    ContextAgreement.Agreed agreed = creation.awaited(creation.agree("merge", MERGE, wish));
    long wishes = agreed.wishes();
    if (has(wishes, FIRST_HIGH | FIRST_LOW) || has(wishes, SECOND_HIGH | SECOND_LOW)) {
      throw Arguments.raised(
          this, "merge", ErrorClass.ARGUMENT, "the ranks of a group do not all give the same high");
    }
    boolean firstIsLow = !has(wishes, FIRST_HIGH | SECOND_LOW);
    boolean ownIsLow = first == firstIsLow;
    EndpointGroup all = ownIsLow ? group().union(peers()) : peers().union(group());
    int id = agreed.contextId();
    return creation.part(all, all.rank(this), id, ".merge" + id);
  }

  private static boolean has(long wishes, int all) {
    return (wishes & all) == all;
  }

  @Override
  Communicator duplicate(Membership membership) {
    return new InterCommunicator(membership);
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
