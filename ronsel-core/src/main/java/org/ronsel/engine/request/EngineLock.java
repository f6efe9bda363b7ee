package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.machine.Setting;

/**
 * The lock of one engine: held for tens of nanoseconds and never across a wait or a copy of more
 * than what comes in one record. Not reentrant. Waiters spin briefly, then yield, so that a holder
 * that has lost its core gets it back.
 *
 * <p>It is a compare-and-set word, until one platform thread has taken it many times in a row. Then
 * it is biased to that thread, its owner, which takes and gives it back by plain stores: an atomic
 * instruction would wait until all earlier stores, among them those into a ring whose line another
 * core has, are done. Others take the word first and then the bias away:
 *
 * <ul>
 *   <li>the owner stores that it is inside, and looks whether the lock is still biased to it; if
 *       not it steps back and takes the word;
 *   <li>a thread that takes the bias away clears {@link #bias}, waits until the owner has passed a
 *       safepoint or is where it executes no Java code, and then until it is not inside. The stack
 *       trace that the JVM is asked for is that safepoint: it comes from a handshake with the
 *       owner's thread, before which this one's stores are ordered, and after which the owner's
 *       are.
 * </ul>
 *
 * <p>Either the owner looks after that safepoint, and finds the bias gone, or it was inside before,
 * which shows. Each time the bias is taken away it takes twice as long to come back, so threads
 * that share a rank use the word almost always. (Dice, Moir, Scherer: Quickly reacquirable locks,
 * 2003.) Only of HotSpot is it known that a stack trace is such a safepoint; elsewhere, and with
 * the system property {@code ronsel.lock.bias} set to {@code off}, there is the word alone.
 *
 * <p>A {@link StackOverflowError} may come between any two instructions of a holder, also where it
 * would release the lock. What the lock guards is then in no known state: the lock is {@linkplain
 * #poisoned}, and who waits for it gets an exception. It is found to be so by its holder, if that
 * wants it again, by others when the holder's thread has ended, and at once where a holder catches
 * the error and says so.
 */
public class EngineLock extends LeadingPadding {
  /**
   * What a rank fails with when its lock is poisoned. Made beforehand: there may be no memory for
   * one when it is needed.
   */
  public static final RonselException POISONED =
      new NoMemoryException(
          "there was no more memory, of the heap or of a thread's stack, in the middle of a call of"
              + " this rank, so messages may be lost: end a recursion that is too deep, or give the"
              + " JVM a larger heap (-J-Xmx) or its threads larger stacks (-J-Xss)");

  private static final VarHandle HELD;
  private static final VarHandle BIAS;
  private static final int SPINS = 200;

  private static final boolean MAY_BIAS =
      System.getProperty("java.vm.name", "").matches(".*(HotSpot|OpenJDK).*")
          && !Setting.LOCK_BIAS.word().equals("off");

  /** Acquisitions in a row after which the lock is biased, at first. */
  private static final int FIRST_STREAK = 10_000;

  private static final int LONGEST_STREAK = 1 << 30;

  /**
   * Tries of a helping thread that find that the owner has not been inside since the one before.
   */
  private static final int HELPER_PATIENCE = 64;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HELD = lookup.findVarHandle(EngineLock.class, "held", long.class).withInvokeExactBehavior();
      BIAS = lookup.findVarHandle(EngineLock.class, "bias", Bias.class).withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Set when an error of the JVM has come in the middle of what the lock guards, or of a collective
   * operation; never cleared. Set by a store, since a call might overflow the stack again, by the
   * holder or without the lock; read without it.
   */
  public volatile boolean poisoned;

  /** The word: 0, or the id of the thread that has it. */
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private long held;

  /** Written by the thread that holds the word. */
  private @Nullable Bias bias;

  /** As {@link #bias}, but not cleared: where the lock is held by a bias, it is this one. */
  private @Nullable Bias latest;

  /** Whether the owner holds the lock by the bias; written by the holder. */
  private boolean byBias;

  // The thread that took the word last, and how many times in a row; written by the holder.
  private @Nullable Thread last;
  private int streak;
  private int needed;

  // Of threads that help; a hint.
  private int insideThen;
  private int patience;

  /** Makes a lock that becomes biased to a thread that takes it {@code streak} times in a row. */
  public EngineLock(int streak) {
    needed = streak;
  }

  /** A lock with nothing on its cache line. */
  static EngineLock padded() {
    return new Padded();
  }

  /**
   * Forbids a bias, for a lock that another thread takes while the first one computes, perhaps in a
   * loop that reaches no safepoint for long. Before the lock is used.
   */
  public final void stayShared() {
    needed = Integer.MAX_VALUE;
  }

  public final boolean tryAcquire() {
    Bias own = (Bias) BIAS.getOpaque(this);
    if (own != null && own.owner == Thread.currentThread()) {
      if (byBias) {
        return false;
      }
      if (enter(own)) {
        return true;
      }
    }
    return tryWord();
  }

  private boolean enter(Bias own) {
    try {
      own.enter();
      if ((Bias) BIAS.getOpaque(this) == own) {
        byBias = true;
        return true;
      }
      own.leave();
      return false;
    } catch (StackOverflowError overflow) {
      poisoned = true; // it may look as if it were inside for ever
      throw overflow;
    }
  }

  /**
   * As {@link #tryAcquire}, of a thread that only helps: it does not take the bias from an owner
   * that comes often.
   */
  public final boolean tryAcquireToHelp() {
    Bias other = (Bias) BIAS.getOpaque(this);
    if (other != null) {
      int now = other.inside();
      if (now != insideThen) {
        insideThen = now;
        patience = 0;
        return false;
      }
      if (++patience < HELPER_PATIENCE) {
        return false;
      }
      patience = 0;
    }
    return tryAcquire();
  }

  /**
   * Waits for the lock.
   *
   * @throws NoMemoryException if the lock is poisoned and cannot be had
   */
  public final void acquire() {
    if (!tryAcquire() && !acquireSlowly()) {
      throw POISONED;
    }
  }

  /**
   * As {@link #acquire}, but returns false if the lock is poisoned and cannot be had. Then no other
   * thread changes what it guards.
   */
  final boolean acquireUnlessPoisoned() {
    return tryAcquire() || acquireSlowly();
  }

  private boolean acquireSlowly() {
    for (int i = 0; !tryAcquire(); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        if (poisoned || isAbandoned()) {
          poisoned = true;
          return false;
        }
        FairYield.yieldNow();
      }
    }
    return true;
  }

  /** Whether nobody will release the lock: the calling thread holds it, or one that has ended. */
  private boolean isAbandoned() {
    Thread self = Thread.currentThread();
    Bias biased = latest;
    if (biased != null && willNotLeave(biased.owner, self) && biased.isInside()) {
      return true;
    }
    Thread taker = last;
    return taker != null
        && willNotLeave(taker, self)
        && (long) HELD.getOpaque(this) == taker.threadId();
  }

  /** To be asked before whether the thread holds the lock: what it did before its end is seen. */
  private static boolean willNotLeave(Thread thread, Thread self) {
    return thread == self || !thread.isAlive();
  }

  public final void release() {
    Bias own = latest;
    if (byBias && own != null) {
      byBias = false;
      own.leave();
    } else {
      HELD.setRelease(this, 0L);
    }
  }

  private boolean tryWord() {
    // Test first: a failing compare-and-set would take the line away from the holder.
    if ((long) HELD.getOpaque(this) != 0) {
      return false;
    }
    Thread self = Thread.currentThread();
    if (!HELD.compareAndSet(this, 0L, self.threadId())) {
      return false;
    }
    Bias others = bias;
    if (others != null) {
      return take(others, self);
    }
    if (last != self) {
      last = self;
      streak = 0;
    } else if (++streak >= needed) {
      streak = 0;
      biasTo(self);
    }
    return true;
  }

  private void biasTo(Thread self) {
    if (!MAY_BIAS || self.isVirtual()) {
      needed = LONGEST_STREAK;
      return;
    }
    try {
      // Others act on it when they have taken the word.
      latest = new Bias(self);
      BIAS.setOpaque(this, latest);
    } catch (OutOfMemoryError e) {
      // Later, if at all.
    }
  }

  /**
   * Takes the bias from its owner; with the word. False if the owner will not leave: the word then
   * stays taken, so that nobody else comes in.
   */
  private boolean take(Bias from, Thread self) {
    last = self;
    streak = 0;
    BIAS.setVolatile(this, (Bias) null);
    passSafepoint(from.owner);
    for (int i = 0; from.isInside(); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else if (poisoned || willNotLeave(from.owner, self) && from.isInside()) {
        poisoned = true;
        return false;
      } else {
        FairYield.yieldNow();
      }
    }
    needed = (int) Math.min(2L * needed, LONGEST_STREAK);
    return true;
  }

  private static void passSafepoint(Thread thread) {
    try {
      var _ = thread.getStackTrace();
    } catch (OutOfMemoryError e) {
      // The trace is put together after the handshake; it is not wanted.
    }
  }

  /** Records that the lock is biased to a thread. */
  @SuppressWarnings("unused") // the padding takes up room
  private static final class Bias extends LeadingPadding {
    private static final VarHandle INSIDE;

    static {
      try {
        INSIDE =
            MethodHandles.lookup()
                .findVarHandle(Bias.class, "inside", int.class)
                .withInvokeExactBehavior();
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    final Thread owner;

    /** Odd while the owner holds the lock, or looks whether it may; written by the owner. */
    private int inside;

    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    Bias(Thread owner) {
      this.owner = owner;
    }

    void enter() {
      INSIDE.setOpaque(this, inside + 1 | 1); // odd also where an overflow has kept it inside
      // For the compiler, so that the owner looks afterwards; the processor is told by others.
      VarHandle.releaseFence();
    }

    /** Release: for a thread that takes the bias away. */
    void leave() {
      INSIDE.setRelease(this, inside + 1);
    }

    /** Acquire: what the owner did inside is visible where it is even. */
    int inside() {
      return (int) INSIDE.getAcquire(this);
    }

    boolean isInside() {
      return (inside() & 1) != 0;
    }
  }

  @SuppressWarnings("unused") // they take up room
  private static final class Padded extends EngineLock {
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    Padded() {
      super(FIRST_STREAK);
    }
  }
}
