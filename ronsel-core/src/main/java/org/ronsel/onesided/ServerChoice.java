package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;

/**
 * Who carries out records about a peer's memory: the ghost that serves it or, where there is none,
 * where it has failed or where that is wanted, the owner. Any thread.
 *
 * <p>It changes only while nothing is under way at the one before, so accumulates of this rank keep
 * their order: a call that has returned has been counted there until it was answered, and calls of
 * several threads at once have no order.
 *
 * <p>{@link ProgressBy#AUTO} goes to the owner when answers of the ghost have said often enough in
 * a row that the owner waits in calls, where it would have served itself, and so without a process
 * in between and beside other owners. It goes back when the owner keeps an answer waiting; the more
 * often that happens, the more answers it takes to go to the owner again.
 */
final class ServerChoice {
  /** Answers in a row after which the owner is asked. */
  private static final int FIRST_ENOUGH = 32;

  private static final int MOST_ENOUGH = 1 << 14;

  /** Answers of the owner after which it was right to go there. */
  private static final int WELL_SERVED = 1 << 10;

  /** How long an owner that waits in a call may take to answer at most, in nanoseconds. */
  private static final long LEAST_STALL_NS = 2_000_000;

  /** And how many times as long as a ghost. */
  private static final int STALL_FACTOR = 8;

  private final Engine engine;
  private final RecordProtocol.Target owned;
  private final RecordProtocol.@Nullable Target served;
  private volatile ProgressBy wanted = ProgressBy.GHOST;
  private volatile boolean byOwner;

  /** Written by any thread: a lost update delays a change. */
  private volatile int enough = FIRST_ENOUGH;

  ServerChoice(Engine engine, RecordProtocol.Target owned, RecordProtocol.@Nullable Target served) {
    this.engine = engine;
    this.owned = owned;
    this.served = served;
  }

  /** Whether there is a choice. */
  boolean hasGhost() {
    return served != null;
  }

  /** Whether another one is wanted than {@code by}. */
  boolean differsFrom(ProgressBy by) {
    return wanted != by;
  }

  /** Says who is wanted from now on; nothing is under way. */
  void want(ProgressBy by) {
    wanted = by;
    byOwner = by == ProgressBy.TARGET;
    enough = FIRST_ENOUGH;
    if (served != null) {
      owned.watchAnswers(by == ProgressBy.AUTO);
      served.watchAnswers(by == ProgressBy.AUTO);
    }
  }

  /** Who carries out the next record. */
  RecordProtocol.Target next() {
    RecordProtocol.Target ghost = served;
    if (ghost == null || engine.isTroubled() && engine.hasPeerFailed(ghost.endpoint())) {
      return owned;
    }
    if (wanted == ProgressBy.AUTO) {
      adapt(ghost);
    }
    return byOwner ? owned : ghost;
  }

  private void adapt(RecordProtocol.Target ghost) {
    Answers ofGhost = ghost.answers();
    Answers ofOwner = owned.answers();
    if (ofGhost == null || ofOwner == null) {
      return;
    }
    if (byOwner) {
      long stallNs = Math.max(LEAST_STALL_NS, STALL_FACTOR * ofGhost.usualNs());
      if (ofOwner.longestNs() > stallNs && owned.pending() == 0) {
        boolean wasRight = ofOwner.count() >= WELL_SERVED;
        enough = wasRight ? FIRST_ENOUGH : Math.min(2 * enough, MOST_ENOUGH);
        ghost.watchAnswers(true);
        byOwner = false;
      }
    } else if (ofGhost.ownerSeen() >= enough && ghost.pending() == 0) {
      owned.watchAnswers(true);
      byOwner = true;
    }
  }

  /** The other one than {@link #next}, if operations are under way there; else null. */
  RecordProtocol.@Nullable Target busyBeside(RecordProtocol.Target chosen) {
    RecordProtocol.Target other = chosen == owned ? served : owned;
    return other == null || other.pending() == 0 ? null : other;
  }

  /** Whether a ghost has failed while operations were under way; told once. */
  boolean isLost() {
    RecordProtocol.Target ghost = served;
    if (ghost == null || ghost.pending() == 0 || !engine.hasPeerFailed(ghost.endpoint())) {
      return false;
    }
    ghost.abandon(Ghosts.failed(owned.owner()));
    return true;
  }
}
