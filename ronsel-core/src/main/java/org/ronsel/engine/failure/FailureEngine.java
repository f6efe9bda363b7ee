package org.ronsel.engine.failure;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.Communicators;
import org.ronsel.engine.request.ProgressEngine;
import org.ronsel.observe.Recorder;

/**
 * The engine of a rank as those see it who deal with failures, with all of them. There is one
 * subclass, {@code org.ronsel.engine.Engine}.
 */
public abstract class FailureEngine extends ProgressEngine {
  /** Which peers have failed. */
  public final PeerFailures peerFailures = new PeerFailures(this);

  /** Which collective calls have failed. */
  public final FailedCalls failedCalls = new FailedCalls(this);

  /** Which communicators were revoked. */
  public final Revocations revocations = new Revocations(this);

  /** The last collective calls of this rank, by communicator. */
  public final CallLogs callLogs = new CallLogs(this);

  /** Which peers have ended. */
  public final EndedRanks endedRanks = new EndedRanks(this);

  /** Whether all other ranks have ended. */
  public final LastRank lastRank = new LastRank(this);

  /** The communicators of this rank. */
  public final Communicators communicators = new Communicators();

  /** Whether a peer has failed or a communicator was revoked; under the lock. */
  protected boolean peerFailedOrRevoked;

  /** Makes what a rank needs to deal with failures. */
  protected FailureEngine(int rank, int spins, int yields, @Nullable Recorder recorder) {
    super(rank, spins, yields, recorder);
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
