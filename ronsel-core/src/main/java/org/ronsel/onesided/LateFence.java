package org.ronsel.onesided;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The processor fence that orders a rank's puts into memory that it sees before its later gets. A
 * flush leaves it to be made, and the next get makes it: stores are seen in their order without the
 * fence, so only a get can observe the difference. A rank that only puts never makes one, and
 * neither does one that only gets.
 *
 * <p>Only the first thread of a rank that flushes may defer its fence, since a fence orders the
 * stores of its own thread alone; other threads make it at once. Accesses of that thread after a
 * hand-over from another one are ordered by the hand-over.
 */
public final class LateFence {
  private static final VarHandle DEBTOR;

  static {
    try {
      DEBTOR = MethodHandles.lookup().findVarHandle(LateFence.class, "debtor", Thread.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** The thread that may defer a fence; written once. */
  private @Nullable Thread debtor;

  /**
   * Whether the debtor has written since its last fence. Written by the debtor alone, as is {@link
   * #owed}: what other threads read may be old and only keeps them from looking who is the debtor.
   */
  private boolean written;

  private boolean owed;

  /** Creates an object with no fence deferred. */
  public LateFence() {}

  /** Called after a put or an accumulate, by the thread that has made it. */
  public void wrote() {
    if (!written && Thread.currentThread() == debtor) {
      written = true;
    }
  }

  /** Called by a flush: orders a get that begins later, on any thread, after the puts before. */
  public void owe() {
    VarHandle.releaseFence();
    VarHandle.acquireFence(); // both: all orders but stores before later loads, at no cost on x86
    Thread current = Thread.currentThread();
    if (current == debtor) {
      if (written) {
        owed = true;
      }
    } else if (DEBTOR.compareAndSet(this, null, current)) {
      written = true; // perhaps: it has not been noted so far
      owed = true;
    } else {
      VarHandle.fullFence();
    }
  }

  /** Makes a deferred fence; called before a get. */
  public void pay() {
    if (owed && Thread.currentThread() == debtor) {
      owed = false;
      written = false;
      VarHandle.fullFence();
    }
  }
}
