package org.ronsel.runtime;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;

/** One rank of a {@link LocalJob}. */
public final class RankContext {
  private final LocalJob job;
  private final int rank;
  private final Comm world;
  private @Nullable RankIdentity identity;

  RankContext(LocalJob job, int rank, Comm world) {
    this.job = job;
    this.rank = rank;
    this.world = world;
  }

  /** The job to which this rank belongs. */
  public LocalJob job() {
    return job;
  }

  /** The rank in the world communicator. */
  public int rank() {
    return rank;
  }

  /** The communicator of all ranks, as this rank sees it. */
  public Comm world() {
    return world;
  }

  synchronized void identify(RankIdentity own) {
    identity = own;
  }

  /** What threads that work for this rank are bound to. */
  synchronized RankIdentity identity() {
    return identity != null ? identity : new RankIdentity(this, true, null);
  }
}
