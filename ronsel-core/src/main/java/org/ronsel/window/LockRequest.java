package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ronsel.LockType;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.memory.NativeWords;
import org.ronsel.onesided.Ghosts;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * A wait for the lock of a rank's memory. The lock is one word in the rank's {@link ControlBlock},
 * which all ranks change by compare-and-swap, those of the host in place: there a lock needs
 * nothing of its owner. {@link LockWait} says what the word means and who may take the lock.
 *
 * <p>No message is sent when a lock is free: a rank that waits reads the word again, after longer
 * and longer times, which begin anew when it comes next.
 *
 * <p>All accesses to the word are volatile, so the operations of the previous holder are seen. One
 * thread waits.
 */
final class LockRequest extends Operation {
  private static final long LONGEST_SLEEP_NS = 200_000;

  private final Engine engine;
  private final RankWindow window;
  private final WindowTarget of;
  private final PeerMemory control;
  private final int target;
  private final long at;
  private final boolean exclusive;
  private final boolean near;
  private final LockWait word;

  private boolean asked;

  private int server;
  private boolean held;
  private long nextLookNs;

  /** The holder, plus one, if it had ended at the last check; or 0. */
  private long ended;

  // The answer, written by any thread; volatile publishes the value.
  private long answer;
  private volatile boolean answered;

  private final Completion answers =
      new Completion() {
        @Override
        public void complete(long value) {
          answered(value);
        }

        @Override
        public void fail(RonselException cause) {
          if (word.takes() && LockRelease.isOfGhost(cause, engine, of)) {
            window.access().returning(told -> undoIfTaken(told)); // the ghost may have taken it
          }
          word.failed(); // no answer says that it has taken the lock
          LockRequest.this.fail(cause);
          answered(0);
        }
      };

  /** The completion of an abandoned request; taken by the thread that completes it. */
  private final AtomicReference<@Nullable Completion> unwanted = new AtomicReference<>();

  /**
   * Creates a request for a lock.
   *
   * @param ofAll whether lockAll requested the lock, before the ranks that wait for it now
   */
  LockRequest(Engine engine, RankWindow window, WindowTarget target, LockType type, boolean ofAll) {
    super(engine);
    this.engine = engine;
    this.window = window;
    this.of = target;
    this.control = target.control();
    this.target = target.rank();
    this.at = target.controlOffset() + ControlBlock.LOCK;
    this.exclusive = type == LockType.EXCLUSIVE;
    this.near = control.mapped() != null;
    this.word = new LockWait(type, ofAll, window.rank(), System.nanoTime());
  }

  private void undoIfTaken(Completion told) {
    if (exclusive) {
      new LockRelease(window, of, word.type(), told).beginIfHeld();
    } else {
      new LockDoubt(engine, of, told).beginInCompletion();
    }
  }

  private void answered(long value) {
    answer = value;
    answered = true;
    if (near) {
      return; // the calling thread is the one that waits
    }
    Completion returned = unwanted.get();
    if (returned == null) {
      notifyCompletion();
    } else if (unwanted.compareAndSet(returned, null)) {
      if (hasTaken()) {
        new LockRelease(window, of, word.type(), returned).beginInCompletion();
      } else {
        returned.complete(0);
      }
    }
  }

  /** Whether the last request has taken the lock. */
  private boolean hasTaken() {
    return word.hasTaken(answer);
  }

  /** See {@link #unmark}. */
  boolean mayHaveMarked() {
    return word.mayHaveMarked();
  }

  /**
   * Takes back that a rank comes next, before the request is abandoned. Others that wait say so
   * again when they look next.
   *
   * @param returned completed when that has been carried out, behind the last request
   */
  void unmark(Completion returned) {
    control.fetchAndOp(RemoteOp.AND, Long.BYTES, at, LockWait.UNMARK, returned);
  }

  /**
   * Abandons the wait after a failure. A request that is under way may still take the lock: it is
   * then released.
   *
   * @param returned completed when nothing is under way any more
   */
  void abandon(Completion returned) {
    boolean taken = held;
    if (!taken && asked) {
      unwanted.set(returned);
      if (!answered || !unwanted.compareAndSet(returned, null)) {
        return; // the thread that handles the answer does it
      }
      taken = hasTaken();
    }
    if (taken) {
      new LockRelease(window, of, word.type(), returned).begin();
    } else {
      returned.complete(0);
    }
  }

  @Override
  protected boolean poll() {
    if (held || isComplete()) {
      return true;
    }
    if (asked && !answered) {
      return false;
    }
    if (asked) {
      take();
    }
    if (!held && !mustPause()) {
      ask();
      if (answered) {
        take();
      }
    }
    return held || isComplete();
  }

  /** Whether it is too early to send another message about the lock. */
  private boolean mustPause() {
    return !near && nextLookNs != 0 && System.nanoTime() - nextLookNs < 0;
  }

  /**
   * Takes a lock in place, if this rank sees the word and the lock is free, as most are. Ranks that
   * take and release shared locks at the same time can make each other's compare-and-swap fail: it
   * is repeated while the lock is free, and each time one of the ranks has succeeded.
   */
  static boolean takesAtOnce(LockType type, WindowTarget target, int rank, boolean ofAll) {
    MemorySegment words = target.control().mapped();
    if (words == null) {
      return false;
    }
    long at = target.controlOffset() + ControlBlock.LOCK;
    long word = NativeWords.getLongVolatile(words, at);
    while (LockWait.isFree(word, type, ofAll)) {
      if (NativeWords.compareAndSetLong(words, at, word, LockWait.taken(word, type, rank))) {
        return true;
      }
      word = NativeWords.getLongVolatile(words, at);
    }
    return false;
  }

  /** Releases a lock in place, after all earlier operations, if this rank sees the word. */
  static boolean givesBackAtOnce(LockType type, WindowTarget target, int rank) {
    MemorySegment words = target.control().mapped();
    if (words == null) {
      return false;
    }
    long at = target.controlOffset() + ControlBlock.LOCK;
    var _ = NativeWords.getAndAddLong(words, at, LockWait.giveBack(type, rank));
    return true;
  }

  private void ask() {
    answered = false;
    asked = true;
    server = control.server();
    word.plan(System.nanoTime());
    boolean isSent = false;
    try {
      send();
      isSent = true;
    } finally {
      asked = isSent; // else nothing will be answered
    }
  }

  private void send() {
    if (word.takes()) {
      control.compareAndSwap(Long.BYTES, at, word.seen(), word.next(), answers);
    } else if (word.marks()) {
      control.fetchAndOp(RemoteOp.OR, Long.BYTES, at, LockWait.WANTED, answers);
    } else {
      control.fetchAndOp(RemoteOp.READ, Long.BYTES, at, 0, answers);
    }
  }

  private void take() {
    asked = false;
    long now = System.nanoTime();
    held = word.answered(answer, now);
    nextLookNs = held || word.mayTake(now) ? 0 : now + word.pauseNs(now);
  }

  @Override
  protected long longestSleepNs() {
    return Math.min(word.pauseNs(System.nanoTime()), LONGEST_SLEEP_NS);
  }

  @Override
  protected void throwIfUnsatisfiable() {
    engine.peerFailures().throwIfPeerFailed(control.endpoint());
    if (asked && !near) {
      Ghosts.throwIfFailed(engine, server, control.endpoint());
    }
    int holder = awaitedPeer();
    if (holder != NO_PEER) {
      engine.peerFailures().throwIfPeerFailed(holder);
    } else if (LockWait.shared(word.seen()) != 0) {
      window.throwIfSomeRankFailed(); // the word does not say whose shared locks are
    }
  }

  @Override
  public String describe() {
    long holder = LockWait.holder(word.seen());
    long shared = LockWait.shared(word.seen());
    return (exclusive ? "exclusive" : "shared")
        + " lock of rank "
        + target
        + " in "
        + window.name()
        + (holder != 0
            ? ", which rank " + (holder - 1) + " holds"
            : shared != 0 ? ", of which there are " + shared + " shared ones" : "")
        + window.targets().heldLocks();
  }

  /** The endpoint of the rank that holds the lock exclusively, if there is one. */
  @Override
  public int awaitedPeer() {
    long holder = LockWait.holder(word.seen());
    return holder == 0 ? NO_PEER : window.endpoint((int) holder - 1);
  }

  @Override
  public long awaitedContext() {
    return window.context();
  }

  // ---- doubts about shared locks ----

  /**
   * Gives up, now and then, where each of the shared locks that it waits for may be one that nobody
   * holds. It may also be held: who knows that can ask again.
   */
  private void checkDoubts() {
    long shared = LockWait.shared(word.seen());
    if (!exclusive || shared == 0) {
      return;
    }
    if (shared > of.doubts()) {
      window.access().returning(told -> LockDoubt.read(of, told)); // for the next check
      return;
    }
    fail(
        new ProcessFailedException(
            window
                .place("lock")
                .message(
                    "the lock of rank "
                        + target
                        + " in "
                        + window.name()
                        + " counts "
                        + shared
                        + " shared, and it is not known whether any is held, since a ghost has"
                        + " failed that was to take or release as many; call it again if a rank may"
                        + " hold one, else make the window anew")));
  }

  /** Checks, now and then, whether the holder has ended, and whether there is one. */
  @Override
  protected void overdue() {
    checkDoubts();
    long holder = LockWait.holder(word.seen());
    if (holder == 0 || !engine.hasEnded(awaitedPeer())) {
      ended = 0;
    } else if (ended != holder) {
      ended = holder; // its last message, to the lock's owner, may still be under way
    } else {
      fail(
          new ProcessFailedException(
              window
                  .place("lock")
                  .message(
                      "rank "
                          + (holder - 1)
                          + " has ended and holds the exclusive lock of rank "
                          + target
                          + " in "
                          + window.name()
                          + "; let it call unlock, or close the window, before its main returns")));
    }
  }
}
