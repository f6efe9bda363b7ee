package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ronsel.LockType;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.memory.NativeWords;
import org.ronsel.onesided.Ghosts;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * A wait for the lock of a rank's memory. The lock is one word in the rank's {@link ControlBlock},
 * which all ranks change by compare-and-swap, those of the host in place: there a lock needs
 * nothing of its owner. Bits 0 to 30 count shared locks, bit 31 says that a rank waits for an
 * exclusive one, and bits 32 to 62 are the rank that holds it exclusively, plus one.
 *
 * <p>No message is sent when a lock is free: a rank that waits reads the word again, after longer
 * and longer times. While a rank waits for an exclusive lock, and shared ones are held, no more
 * shared ones are granted, except to a rank that has called lockAll: it counts as the holder of all
 * locks, and others may depend on its operations under those that it does not have yet.
 *
 * <p>All accesses to the word are volatile, so the operations of the previous holder are seen. One
 * thread waits.
 */
final class LockRequest extends Operation {
  private static final long SHARED = (1L << 31) - 1;
  private static final long WANTED = 1L << 31;
  private static final int HOLDER_AT = 32;

  private static final long FIRST_PAUSE_NS = 20_000;
  private static final long LONGEST_PAUSE_NS = 1_000_000;
  private static final long LONGEST_SLEEP_NS = 200_000;

  private final Engine engine;
  private final RankWindow window;
  private final PeerMemory control;
  private final int target;
  private final long at;
  private final boolean exclusive;
  private final boolean ofAll;
  private final boolean near;

  /** The value of the word when it was last read; at first a guess. */
  private long seen;

  /** The value to write over {@code seen}, unless the request only reads. */
  private long next;

  private boolean asked;

  /** Whether it may have written that a rank waits for an exclusive lock. */
  private boolean mayHaveMarked;

  /** Whether no release of this rank was under way when the lock was requested. */
  private boolean nothingReturns;

  private int server;
  private boolean writes;
  private boolean takes;
  private boolean held;
  private long pauseNs = FIRST_PAUSE_NS;
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
          writes = false; // no answer says that it has taken the lock
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
    this.control = target.control();
    this.target = target.rank();
    this.at = target.controlOffset() + ControlBlock.LOCK;
    this.exclusive = type == LockType.EXCLUSIVE;
    this.ofAll = ofAll;
    this.near = control.mapped() != null;
  }

  /** The number to add to the word to release a lock. */
  static long giveBack(LockType type, int rank) {
    return type == LockType.EXCLUSIVE ? -(rank + 1L << HOLDER_AT) : -1;
  }

  private void answered(long value) {
    answer = value;
    answered = true;
    if (near) {
      return; // the calling thread is the one that waits
    }
    Completion returned = unwanted.get();
    if (returned == null) {
      wakeWaiter();
    } else if (unwanted.compareAndSet(returned, null)) {
      if (hasTaken()) {
        control.addInCompletion(Long.BYTES, at, giveBack(type(), window.rank()), returned);
      } else {
        returned.complete(0);
      }
    }
  }

  /** Whether the last request has taken the lock. */
  private boolean hasTaken() {
    return writes && takes && answer == seen;
  }

  private LockType type() {
    return exclusive ? LockType.EXCLUSIVE : LockType.SHARED;
  }

  /** See {@link #unmark}. */
  boolean mayHaveMarked() {
    return mayHaveMarked;
  }

  /**
   * Takes back that a rank waits for an exclusive lock, before the request is abandoned. Others
   * that wait for one say so again when they look next.
   *
   * @param returned completed when that has been carried out, behind the last request
   */
  void unmark(Completion returned) {
    control.fetchAndOp(RemoteOp.AND, Long.BYTES, at, ~WANTED, returned);
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
      control.fetchAndOp(RemoteOp.ADD, Long.BYTES, at, giveBack(type(), window.rank()), returned);
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
    boolean exclusive = type == LockType.EXCLUSIVE;
    long word = NativeWords.getLongVolatile(words, at);
    while (isFree(word, exclusive, ofAll)) {
      if (NativeWords.compareAndSetLong(words, at, word, taken(word, exclusive, rank))) {
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
    var _ = NativeWords.getAndAddLong(words, at, giveBack(type, rank));
    return true;
  }

  private static boolean isFree(long word, boolean exclusive, boolean ofAll) {
    long holder = word >>> HOLDER_AT;
    long shared = word & SHARED;
    boolean mustQueue = (word & WANTED) != 0 && shared != 0 && !ofAll;
    return holder == 0 && (exclusive ? shared == 0 : !mustQueue);
  }

  /** The value of a free word after the lock has been taken. */
  private static long taken(long word, boolean exclusive, int rank) {
    if (exclusive) {
      return rank + 1L << HOLDER_AT;
    }
    return ((word & SHARED) == 0 ? word & ~WANTED : word) + 1;
  }

  private void ask() {
    answered = false;
    asked = true;
    nothingReturns = window.access().isSettled();
    server = control.server();
    takes = isFree(seen, exclusive, ofAll);
    if (takes) {
      next = taken(seen, exclusive, window.rank());
    } else {
      next = seen | WANTED;
    }
    writes = takes || exclusive && next != seen;
    mayHaveMarked |= writes && !takes;
    if (writes) {
      control.compareAndSwap(Long.BYTES, at, seen, next, answers);
    } else {
      control.fetchAndOp(RemoteOp.READ, Long.BYTES, at, 0, answers);
    }
  }

  private void take() {
    asked = false;
    boolean written = writes && answer == seen;
    seen = written ? next : answer;
    held = written && takes || isFromBefore();
    if (!held && !isFree(seen, exclusive, ofAll)) {
      nextLookNs = System.nanoTime() + pauseNs;
      pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
    } else {
      nextLookNs = 0;
    }
  }

  /**
   * Whether this rank has the exclusive lock, although it held none and was releasing none at the
   * request: a ghost carried out an earlier request and died before it could answer.
   */
  private boolean isFromBefore() {
    return exclusive && !near && nothingReturns && seen >>> HOLDER_AT == window.rank() + 1L;
  }

  @Override
  protected long longestSleepNs() {
    return LONGEST_SLEEP_NS;
  }

  @Override
  protected void throwIfUnsatisfiable() {
    window.throwIfSomeRankFailed();
    if (asked && !near) {
      Ghosts.throwIfFailed(engine, server, control.endpoint());
    }
  }

  @Override
  public String describe() {
    long holder = seen >>> HOLDER_AT;
    long shared = seen & SHARED;
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
    long holder = seen >>> HOLDER_AT;
    return holder == 0 ? NO_PEER : window.endpoint((int) holder - 1);
  }

  @Override
  public long awaitedContext() {
    return window.context();
  }

  /** Checks, now and then, whether the holder has ended. */
  @Override
  protected void overdue() {
    long holder = seen >>> HOLDER_AT;
    if (holder == 0 || !engine.hasEnded(awaitedPeer())) {
      ended = 0;
    } else if (ended != holder) {
      ended = holder; // its last message, to the lock's owner, may still be under way
    } else {
      fail(
          new ProcessFailedException(
              window.prefix("lock")
                  + "rank "
                  + (holder - 1)
                  + " has ended and holds the exclusive lock of rank "
                  + target
                  + " in "
                  + window.name()
                  + "; let it call unlock, or close the window, before its main returns"));
    }
  }
}
