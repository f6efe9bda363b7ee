package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.machine.Setting;

/**
 * The lock of one engine: held for tens of nanoseconds and never across a wait or a copy of bulk
 * data. Not reentrant. Waiters spin briefly, then yield, so that a holder that has lost its core
 * gets it back.
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
 */
public class EngineLock extends LeadingPadding {
  private static final VarHandle HELD;
  private static final VarHandle BIAS;
  private static final int SPINS = 200;

  private static final boolean MAY_BIAS =
      System.getProperty("java.vm.name", "").matches(".*(HotSpot|OpenJDK).*")
          && !Setting.LOCK_BIAS.word("on").equals("off");

  /** Acquisitions in a row after which the lock is biased, at first. */
  private static final int FIRST_STREAK = 10_000;

  private static final int LONGEST_STREAK = 1 << 30;

  /** Tries of a guest that find that the owner has not been inside since the one before. */
  private static final int GUEST_PATIENCE = 64;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HELD = lookup.findVarHandle(EngineLock.class, "held", int.class).withInvokeExactBehavior();
      BIAS = lookup.findVarHandle(EngineLock.class, "bias", Bias.class).withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private int held;

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

  // Of guests; a hint.
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
      own.enter();
      if ((Bias) BIAS.getOpaque(this) == own) {
        byBias = true;
        return true;
      }
      own.leave();
    }
    return tryWord();
  }

  /**
   * As {@link #tryAcquire}, of a thread that only helps: it does not take the bias from an owner
   * that comes often.
   */
  public final boolean tryAcquireAsGuest() {
    Bias other = (Bias) BIAS.getOpaque(this);
    if (other != null) {
      int now = other.inside();
      if (now != insideThen) {
        insideThen = now;
        patience = 0;
        return false;
      }
      if (++patience < GUEST_PATIENCE) {
        return false;
      }
      patience = 0;
    }
    return tryAcquire();
  }

  public final void acquire() {
    if (!tryAcquire()) {
      acquireSlowly();
    }
  }

  private void acquireSlowly() {
    for (int i = 0; !tryAcquire(); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        FairYield.yieldNow();
      }
    }
  }

  public final void release() {
    Bias own = latest;
    if (byBias && own != null) {
      byBias = false;
      own.leave();
    } else {
      HELD.setRelease(this, 0);
    }
  }

  private boolean tryWord() {
    // Test first: a failing compare-and-set would take the line away from the holder.
    if ((int) HELD.getOpaque(this) != 0 || !HELD.compareAndSet(this, 0, 1)) {
      return false;
    }
    Bias others = bias;
    if (others != null) {
      take(others);
      return true;
    }
    Thread self = Thread.currentThread();
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

  /** Takes the bias from its owner; with the word. */
  private void take(Bias from) {
    BIAS.setVolatile(this, (Bias) null);
    passSafepoint(from.owner);
    for (int i = 0; (from.inside() & 1) != 0; i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        FairYield.yieldNow();
      }
    }
    last = null;
    needed = (int) Math.min(2L * needed, LONGEST_STREAK);
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
      INSIDE.setOpaque(this, inside + 1);
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
  }

  @SuppressWarnings("unused") // they take up room
  private static final class Padded extends EngineLock {
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    Padded() {
      super(FIRST_STREAK);
    }
  }
}
