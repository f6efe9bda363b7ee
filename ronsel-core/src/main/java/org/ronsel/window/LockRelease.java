package org.ronsel.window;

import org.jspecify.annotations.Nullable;
import org.ronsel.LockType;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * The release of a lock by records. If a ghost fails before it has answered, nobody knows whether
 * it has carried the release out. That of an exclusive lock is then repeated at the next server, by
 * compare-and-swap: the word still names this rank if it has not been carried out, and cannot name
 * it again, since a later request of this rank comes there behind the repetition.
 *
 * <p>The release of a shared lock is not repeated: the word does not say whose these are. Those who
 * wait for the exclusive lock are told so ({@link LockDoubt}).
 */
final class LockRelease implements Completion {
  private final Engine engine;
  private final WindowTarget target;
  private final LockType type;
  private final int rank;
  private final Completion returned;

  /** The value that the word is to have, of a repetition; 0 before. Under the engine's lock. */
  private long expected;

  /** Whether it is over, or repeated; volatile: a thread that could not send looks at it. */
  private volatile boolean isAnswered;

  /**
   * Describes a release of a lock of a rank, by this rank.
   *
   * @param returned completed when it has been carried out, or cannot be
   */
  LockRelease(RankWindow window, WindowTarget target, LockType type, Completion returned) {
    this.engine = window.engine();
    this.target = target;
    this.type = type;
    this.rank = window.rank();
    this.returned = returned;
  }

  private long at() {
    return target.controlOffset() + ControlBlock.LOCK;
  }

  /** Whether a record about a lock has been lost with the ghost that was to carry it out. */
  static boolean isOfGhost(RonselException cause, Engine engine, WindowTarget target) {
    return cause instanceof ProcessFailedException
        && target.control().isByRecords()
        && !engine.peerFailures().hasFailed(target.control().endpoint());
  }

  /** Begins, where the engine's lock is not held. */
  void begin() {
    long number = LockWait.giveBack(type, rank);
    while (true) {
      int server = target.control().server();
      try {
        target.control().fetchAndOp(RemoteOp.ADD, Long.BYTES, at(), number, this);
        return;
      } catch (RonselException failed) { // nothing was sent
        if (isAnswered) {
          return;
        }
        if (target.control().server() == server) {
          returned.fail(failed); // the target is gone: no rank waits for its lock
          return;
        }
      }
    }
  }

  /** Begins in the completion of an operation by records. */
  void beginInCompletion() {
    target.control().addInCompletion(Long.BYTES, at(), LockWait.giveBack(type, rank), this);
  }

  /** Begins, in such a completion, if it is not known whether this rank has the exclusive lock. */
  void beginIfHeld() {
    swap(LockWait.taken(0, LockType.EXCLUSIVE, rank));
  }

  private void swap(long held) {
    expected = held;
    target.control().swapInCompletion(Long.BYTES, at(), held, LockWait.released(held), this);
  }

  @Override
  public void complete(long found) {
    if (expected != 0 && found != expected && LockWait.holder(found) == rank + 1L) {
      swap(found); // now a rank comes next
      return;
    }
    isAnswered = true;
    returned.complete(0);
  }

  @Override
  public void fail(RonselException cause) {
    isAnswered = true;
    if (!isOfGhost(cause, engine, target)) {
      returned.fail(cause);
    } else if (type == LockType.EXCLUSIVE) {
      beginIfHeld();
    } else {
      new LockDoubt(engine, target, returned).beginInCompletion();
    }
  }

  // ---- behind operations for which no thread waits ----

  /**
   * Whether a lock can be released when a flush is complete. A transport that accesses memory by
   * itself may complete it on any thread, where nothing can be begun.
   */
  static boolean isPossibleWhenFlushed(WindowTarget target) {
    return target.control().mapped() != null
        || target.control().isByRecords() && target.memory().isByRecords();
  }

  /** Begins to wait for the operations that have been started, and then releases the lock. */
  void beginWhenFlushed() {
    new WhenFlushed().begin();
  }

  private final class WhenFlushed implements Completion {
    /**
     * The thread that is beginning the flush, and does not hold the engine's lock; those that
     * complete it later do. Volatile; it matters only to that thread.
     */
    private volatile @Nullable Thread beginner;

    void begin() {
      beginner = Thread.currentThread();
      target.memory().flush(this);
      beginner = null;
    }

    @Override
    public void complete(long value) {
      if (LockRequest.givesBackAtOnce(type, target, rank)) {
        returned.complete(0);
      } else if (Thread.currentThread() == beginner) {
        LockRelease.this.begin();
      } else {
        beginInCompletion();
      }
    }

    /** An operation has failed: the lock is given back nevertheless. */
    @Override
    public void fail(RonselException cause) {
      complete(0);
    }
  }
}
