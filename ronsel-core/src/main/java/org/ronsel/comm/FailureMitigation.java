package org.ronsel.comm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.request.Operation;
import org.ronsel.job.Agreements;

/**
 * The calls of a program when ranks of a communicator have failed (User Level Failure Mitigation):
 * it asks for the failed ranks, revokes the communicator, agrees on how to go on, and shrinks it.
 * Agreement is not made by messages of the ranks, but where the whole job learns of failures, so
 * that all get the same answer whatever fails meanwhile.
 */
final class FailureMitigation {
  private static final int ALL_BITS = -1;

  private final Communicator comm;

  /** How many agreements the rank has begun in this communicator. */
  private final AtomicInteger agreements = new AtomicInteger();

  FailureMitigation(Communicator comm) {
    this.comm = comm;
  }

  /** An agreement that this rank waits for. */
  private static final class Agreement extends Operation {
    private final String call;
    private final long context;

    /** Plain: written before the operation completes. */
    private Agreements.@Nullable Decision decision;

    Agreement(Engine engine, String call, long context) {
      super(engine);
      this.call = call;
      this.context = context;
    }

    void decided(Agreements.Decision all) {
      decision = all;
      complete();
    }

    Agreements.Decision decision() {
      if (decision == null) {
        throw new IllegalStateException("not decided");
      }
      return decision;
    }

    @Override
    public String describe() {
      return call;
    }

    @Override
    public long awaitedContext() {
      return context;
    }
  }

  EndpointGroup failedRanks() {
    comm.checkOpen();
    return members(failed());
  }

  EndpointGroup acknowledgeFailures() {
    comm.checkOpen();
    EndpointGroup peers = comm.peers();
    comm.engine().peerFailures().acknowledge(comm.contextId(), peers.size(), peers::endpoint);
    return failedRanks();
  }

  private BitSet failed() {
    EndpointGroup peers = comm.peers();
    return comm.engine().peerFailures().failedAmong(peers.size(), peers::endpoint);
  }

  private EndpointGroup members(BitSet ranks) {
    return comm.peers().include(ranks.stream().toArray());
  }

  void revoke() {
    comm.checkOpen();
    comm.engine().revocations().revoke(comm.contextId());
  }

  boolean isRevoked() {
    return comm.engine().revocations().isRevoked(comm.contextId());
  }

  int agree(int bits) {
    return (int) agree("agree", bits, 0).bits();
  }

  /**
   * Proposes context ids until all that are left have one in common. What a round decides is the
   * same for all, so is whether there is another one.
   */
  Comm shrink() {
    ContextIds ids = comm.state().contexts();
    int mine = ids.propose(0);
    while (true) {
      int largest = (int) agree("shrink", ALL_BITS, mine).largest();
      boolean agreed = mine == largest;
      if (!agreed) {
        ids.release(mine);
        agreed = ids.reserve(largest);
      }
      Agreements.Decision all = agree("shrink", agreed ? ALL_BITS : 0, 0);
      if (all.bits() == ALL_BITS) {
        EndpointGroup left = leftOf(all);
        return comm.creation.part(left, left.rank(comm), largest, ".shrink" + largest);
      }
      if (agreed) {
        ids.release(largest);
      }
      mine = ids.propose(0);
    }
  }

  private EndpointGroup leftOf(Agreements.Decision decision) {
    EndpointGroup all = comm.group();
    BitSet left = new BitSet();
    left.set(0, all.size());
    decision.failed().forEach(endpoint -> left.clear(all.rankOf(endpoint)));
    return all.include(left.stream().toArray());
  }

  private Agreements.Decision agree(String call, long bits, long largest) {
    comm.checkOpen();
    Agreements by = comm.state().job().agreements();
    if (by == null || comm.isInter()) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.place(call)
                  .message(
                      comm.isInter()
                          ? "an inter-communicator has no agreement; use one of the local group"
                          : "ranks cannot agree in a job of several JVMs that a process manager has"
                              + " started; start it by ronsel run")));
    }
    Agreement agreement =
        new Agreement(comm.engine(), call, Contexts.collectives(comm.contextId()));
    by.agree(
        comm.endpoint(),
        new Agreements.Key(comm.contextId(), agreements.getAndIncrement(), ranges()),
        bits,
        largest,
        agreement::decided);
    try {
      agreement.await();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    return agreement.decision();
  }

  /** The endpoints of the members as ranges. */
  private List<Integer> ranges() {
    EndpointGroup group = comm.group();
    BitSet endpoints = new BitSet();
    for (int rank = 0; rank < group.size(); rank++) {
      endpoints.set(group.endpoint(rank));
    }
    List<Integer> ranges = new ArrayList<>();
    for (int first = endpoints.nextSetBit(0); first >= 0; ) {
      int end = endpoints.nextClearBit(first);
      ranges.add(first);
      ranges.add(end - first);
      first = endpoints.nextSetBit(end);
    }
    return ranges;
  }
}
