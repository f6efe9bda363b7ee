package org.ronsel.runtime;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.comm.RankState;

/** One rank of a {@link LocalJob}. */
public final class RankContext {
  private final LocalJob job;
  private final int rank;
  private final RankState state;
  private final Comm world;
  private @Nullable RankIdentity identity;

  RankContext(LocalJob job, int rank, RankState state) {
    this.job = job;
    this.rank = rank;
    this.state = state;
    this.world = state.session().world();
  }

  /** The job to which this rank belongs. */
  public LocalJob job() {
    return job;
  }

  /** The rank in the world communicator. */
  public int rank() {
    return rank;
  }

  /** The state that the communicators of this rank share. */
  public RankState state() {
    return state;
  }

  /** The communicator of all ranks, as this rank sees it. */
  public Comm world() {
    return world;
  }

  synchronized void identify(RankIdentity own) {
    identity = own;
  }

  /** The identity that threads which work for this rank are bound to. */
  synchronized RankIdentity identity() {
    return identity != null ? identity : new RankIdentity(this, true, null);
  }
}
