package org.ronsel.onesided;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The fence of the processor by which what a rank has put into memory that it sees comes before
 * what it gets later. A flush owes it, and the next get pays: stores are seen in their order
 * without it, so nothing else can tell the difference, and a rank that only puts never pays.
 *
 * <p>Only the first thread of a rank that flushes may owe one, since a fence orders the stores of
 * its own thread alone; others pay at once. What that thread does after a hand-over from another
 * one is ordered by the hand-over.
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

  /** The thread that may owe a fence; written once. */
  private @Nullable Thread debtor;

  /** Written by the debtor alone. */
  private boolean owed;

  /** Nothing is owed. */
  public LateFence() {}

  /** After puts: a get that begins later, on any thread, is to come after them. */
  public void owe() {
    VarHandle.releaseFence();
    VarHandle.acquireFence(); // both: all but stores before later loads, at no cost on x86
    Thread current = Thread.currentThread();
    if (current == debtor || DEBTOR.compareAndSet(this, null, current)) {
      owed = true;
    } else {
      VarHandle.fullFence();
    }
  }

  /** Before a get. */
  public void pay() {
    if (owed && Thread.currentThread() == debtor) {
      owed = false;
      VarHandle.fullFence();
    }
  }
}
