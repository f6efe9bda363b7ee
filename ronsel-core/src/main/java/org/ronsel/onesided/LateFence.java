package org.ronsel.onesided;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The processor fence that orders a rank's puts into memory that it sees before its later gets. A
 * flush leaves it to be made, and the next get makes it: stores are seen in their order without the
 * fence, so only a get can observe the difference, and a rank that only puts never makes one.
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

  /** Written by the debtor alone. */
  private boolean owed;

  /** Creates an object with no fence deferred. */
  public LateFence() {}

  /** Called after puts: orders a get that begins later, on any thread, after them. */
  public void owe() {
    VarHandle.releaseFence();
    VarHandle.acquireFence(); // both: all orders but stores before later loads, at no cost on x86
    Thread current = Thread.currentThread();
    if (current == debtor || DEBTOR.compareAndSet(this, null, current)) {
      owed = true;
    } else {
      VarHandle.fullFence();
    }
  }

  /** Makes a deferred fence; called before a get. */
  public void pay() {
    if (owed && Thread.currentThread() == debtor) {
      owed = false;
      VarHandle.fullFence();
    }
  }
}
