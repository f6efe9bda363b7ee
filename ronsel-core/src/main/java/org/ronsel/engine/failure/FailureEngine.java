package org.ronsel.engine.failure;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.Communicators;
import org.ronsel.engine.request.OverdueWaitHandler;
import org.ronsel.engine.request.ProgressEngine;
import org.ronsel.observe.Recorder;

/**
 * The engine of a rank as those see it who deal with failures, with all of them. There is one
 * subclass, {@code org.ronsel.engine.Engine}.
 */
public abstract class FailureEngine extends ProgressEngine {
  private final PeerFailures peerFailures = new PeerFailures(this);
  private final FailedCalls failedCalls = new FailedCalls(this);
  private final Revocations revocations = new Revocations(this);
  private final CallLogs callLogs = new CallLogs(this);
  private final EndedRanks endedRanks = new EndedRanks(this);
  private final LastRank lastRank = new LastRank(this);
  private final OverdueWaitHandler overdueWaits = new EngineOverdueWaitHandler(this);
  private final Communicators communicators = new Communicators();

  /** Whether a peer has failed or a communicator was revoked; under the lock. */
  protected boolean peerFailedOrRevoked;

  /** Makes what a rank needs to deal with failures. */
  protected FailureEngine(int rank, int spins, int yields, @Nullable Recorder recorder) {
    super(rank, spins, yields, recorder);
  }

  /** The peers of this rank that have failed. */
  public final PeerFailures peerFailures() {
    return peerFailures;
  }

  /** The collective calls of this rank that have failed here or elsewhere. */
  public final FailedCalls failedCalls() {
    return failedCalls;
  }

  /** The communicators of this rank that have been revoked. */
  public final Revocations revocations() {
    return revocations;
  }

  /** The last collective calls of this rank, by communicator. */
  public final CallLogs callLogs() {
    return callLogs;
  }

  /** The peers of this rank that have ended. */
  public final EndedRanks endedRanks() {
    return endedRanks;
  }

  /** Whether all other ranks have ended. */
  public final LastRank lastRank() {
    return lastRank;
  }

  @Override
  public final OverdueWaitHandler overdueWaits() {
    return overdueWaits;
  }

  /** The communicators of this rank. */
  public final Communicators communicators() {
    return communicators;
  }

  /** A peer has failed, or a communicator was revoked; under the lock. */
  final void notePeerFailedOrRevoked() {
    peerFailedOrRevoked = true;
    noteFailure();
  }

  /** The messages and peers of this rank. */
  protected abstract RankMessages messages();

  /** Whether other threads than the one that calls now might call, as far as is known. */
  public abstract boolean mayBeCalledElsewhere();
}
