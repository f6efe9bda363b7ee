package org.ronsel.collective.context;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Composite;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;

/**
 * The agreement of some ranks on a context id that none of them has used. Every rank reserves an id
 * and proposes it; the proposals are merged up a binomial tree, and the result goes down it. If all
 * have reserved the same id, as they have in a program whose ranks make their communicators in the
 * same order, that is the one. Otherwise every rank gives its own id back, reserves the largest, or
 * if that is taken a still larger one, and proposes it in the next round: at most 2 ceil(log2 P)
 * messages in a row each.
 *
 * <p>It advances as any collective operation does, in any wait or test of the rank. Several that
 * have ranks in common may run at the same time, begun in any order: the ids that they skip when
 * one is taken differ, and more from round to round, so they do not take ids from each other for
 * ever.
 */
public final class ContextAgreement extends Composite {
  private static final int LARGEST_SPREAD_BITS = 12;

  private final Members members;
  private final long context;
  private final int tag;
  private final ContextIds ids;
  private final long signature;
  private final long wishes;
  private final Agreed agreed;

  private final int children;
  private final int parent;
  private final int upPart;
  private final int downPart;

  /** The proposals of the children. */
  private final long[][] said;

  private final long[] proposal = new long[Proposal.WORDS];
  private final long[] result = new long[Proposal.WORDS];
  private int mine;
  private int round;
  private int pending;
  private int unheard;
  private boolean over;
  private @Nullable RonselException failure;

  /** The request of an agreement. */
  public static final class Agreed extends Operation {
    private final String call;
    private final long context;
    private volatile @Nullable ContextAgreement running;
    private int contextId;
    private long wishes;

    private Agreed(Engine engine, String call, long context) {
      super(engine);
      this.call = call;
      this.context = context;
    }

    /** The context in which the ranks agree; tags other than that of the agreement are free. */
    public long context() {
      return context;
    }

    /** The id; once complete. */
    public int contextId() {
      return contextId;
    }

    /** The wishes of all ranks, combined bit by bit; once complete. */
    public long wishes() {
      return wishes;
    }

    @Override
    protected void overdue() {
      compareCalls();
    }

    @Override
    protected void throwIfUnsatisfiable() {
      ContextAgreement agreement = running;
      if (agreement != null) {
        agreement.throwIfMemberFailed();
      }
    }

    @Override
    public String describe() {
      return call;
    }

    @Override
    public int awaitedPeer() {
      ContextAgreement agreement = running;
      return agreement == null ? NO_PEER : agreement.awaitedPeer();
    }

    @Override
    public long awaitedContext() {
      return context;
    }
  }

  private ContextAgreement(
      Engine engine,
      Members members,
      long context,
      int tag,
      ContextIds ids,
      long signature,
      long wishes,
      Agreed agreed) {
    super(engine, 2 * childrenOf(members) + 2);
    this.members = members;
    this.context = context;
    this.tag = tag;
    this.ids = ids;
    this.signature = signature;
    this.wishes = wishes;
    this.agreed = agreed;
    this.children = childrenOf(members);
    this.parent = members.rank() & members.rank() - 1;
    this.upPart = children;
    this.downPart = children + 1;
    this.said = new long[children][Proposal.WORDS];
  }

  /**
   * Starts an agreement of all {@code members}, each of which calls this.
   *
   * @param context where they exchange their messages, see {@link CreationContext}
   * @param tag the tag of these messages
   * @param call what the program calls
   * @param signature a number made from what the ranks must have in common; if it is not the same
   *     for all, the agreement fails on all of them
   * @param wishes bits, of which all ranks learn which some rank has set
   */
  public static Agreed start(
      Engine engine,
      Members members,
      long context,
      int tag,
      ContextIds ids,
      String call,
      long signature,
      long wishes) {
    Agreed agreed = new Agreed(engine, call, context);
    ContextAgreement agreement =
        new ContextAgreement(engine, members, context, tag, ids, signature, wishes, agreed);
    agreed.running = agreement;
    agreement.start();
    return agreed;
  }

  /** In the binomial tree a rank has a child for each power of two below its lowest set bit. */
  private static int childrenOf(Members members) {
    int rank = members.rank();
    int size = members.size();
    int children = 0;
    int limit = rank == 0 ? size : Integer.lowestOneBit(rank);
    while (1 << children < limit && rank + (1 << children) < size) {
      children++;
    }
    return children;
  }

  private int child(int index) {
    return members.rank() + (1 << index);
  }

  // ---- a round: up, then down ----

  @Override
  protected void begin() {
    guarded(
        () -> {
          mine = ids.propose(0);
          beginRound();
        });
  }

  private void beginRound() {
    Proposal.fill(proposal, mine, signature, wishes);
    unheard = children;
    for (int i = 0; i < children; i++) {
      pending++;
      receive(i, context, members.endpoint(child(i)), tag, ElementType.LONG, said[i], 0, bytes());
    }
    if (children == 0) {
      allHeard();
    }
  }

  private void allHeard() {
    if (members.rank() == 0) {
      System.arraycopy(proposal, 0, result, 0, Proposal.WORDS);
      decided();
      return;
    }
    int to = members.endpoint(parent);
    pending += 2;
    receive(downPart, context, to, tag, ElementType.LONG, result, 0, bytes());
    if (send(upPart, context, to, tag, ElementType.LONG, proposal, 0, bytes())) {
      pending--;
    }
  }

  private void decided() {
    for (int i = 0; i < children; i++) {
      pending++;
      int to = members.endpoint(child(i));
      if (send(downPart + 1 + i, context, to, tag, ElementType.LONG, result, 0, bytes())) {
        pending--;
      }
    }
    if (Proposal.isFinal(result)) {
      over = true;
    } else {
      round++;
      mine = reserve(Proposal.largestId(result));
    }
    if (pending == 0) {
      endRound();
    }
  }

  private int reserve(int largest) {
    if (largest == mine) {
      return mine;
    }
    ids.release(mine);
    return ids.reserve(largest) ? largest : ids.propose(grouping());
  }

  /**
   * A number that is the same on all ranks of an agreement, but different for different agreements.
   */
  private int grouping() {
    long mixed = (context * 31 + tag) * 0x9E3779B97F4A7C15L + round * 0xC2B2AE3D27D4EB4FL;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 64 - Math.min(round, LARGEST_SPREAD_BITS));
  }

  private void endRound() {
    if (over) {
      finish();
    } else {
      beginRound();
    }
  }

  private static long bytes() {
    return (long) Proposal.WORDS * Long.BYTES;
  }

  // ---- events ----

  @Override
  protected void partDone(int part, long bytes, @Nullable RonselException error) {
    if (failure != null) {
      return;
    }
    pending--;
    if (error != null) {
      fail(error);
      return;
    }
    guarded(
        () -> {
          if (part < children) {
            Proposal.merge(proposal, said[part]);
            unheard--;
            if (unheard == 0) {
              allHeard();
            }
          } else if (part == downPart) {
            decided();
          } else if (pending == 0) {
            endRound();
          }
        });
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RonselException error) {
      fail(error);
    }
  }

  private void fail(RonselException error) {
    failure = error;
    withdrawParts();
    finish();
  }

  @Override
  protected void finished() {
    agreed.running = null;
    RonselException error = failure;
    if (error == null && Proposal.disagree(result)) {
      error = Proposal.disagreement(members.place(agreed.call));
    }
    if (error != null) {
      agreed.fail(error);
      return;
    }
    agreed.contextId = mine;
    agreed.wishes = Proposal.wishes(result);
    agreed.complete();
  }

  /** Ranks that have met a failed member give up, and others may wait for them. */
  private void throwIfMemberFailed() {
    for (int rank = 0; rank < members.size(); rank++) {
      engine.peerFailures().throwIfPeerFailed(members.endpoint(rank));
    }
  }

  private int awaitedPeer() {
    int part = pendingReceive();
    if (part < 0) {
      return Operation.NO_PEER;
    }
    return members.endpoint(part < children ? child(part) : parent);
  }

  @Override
  public String toString() {
    return agreed.call + " in round " + round + ", " + Arrays.toString(proposal);
  }
}
