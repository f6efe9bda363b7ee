package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Is told once when an operation has completed. Any thread may complete the operation, under any
 * lock, so {@link #completed()} must neither wait nor start anything.
 */
public abstract class CompletionWatch {
  private static final VarHandle OVER;

  static {
    try {
      OVER =
          MethodHandles.lookup()
              .findVarHandle(CompletionWatch.class, "over", boolean.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The operation that is watched. */
  public final Operation operation;

  /**
   * Link in the operation's list. Once the watch is in it, the link only ever moves on past watches
   * that are over, and those stay over; so a thread that follows it, at any time and while other
   * threads move it, reaches every watch behind it that is not over. Plain: a thread that sees the
   * head of the list sees every watch as it was added.
   */
  @Nullable CompletionWatch next;

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private boolean over;

  /** Makes a watch of an operation, which has to be {@linkplain #begin begun}. */
  protected CompletionWatch(Operation operation) {
    this.operation = operation;
  }

  /** Called once, when the operation has completed. */
  protected abstract void completed();

  /**
   * Begins to watch; {@link #completed()} is called at once if the operation is complete already.
   */
  public final void begin() {
    if (!operation.isComplete()) {
      operation.add(this);
      VarHandle.fullFence();
      operation.passLock();
    }
    look();
  }

  /** As {@link #begin()} for many, for the price of one fence. */
  public static void beginAll(Iterable<? extends CompletionWatch> watches) {
    boolean pending = false;
    for (CompletionWatch watch : watches) {
      if (!watch.operation.isComplete()) {
        watch.operation.add(watch);
        pending = true;
      }
    }
    if (pending) {
      VarHandle.fullFence();
    }
    ProgressEngine passed = null;
    for (CompletionWatch watch : watches) {
      ProgressEngine engine = watch.operation.engine;
      if (engine != passed && !watch.operation.isComplete()) {
        watch.operation.passLock();
        passed = engine;
      }
    }
    for (CompletionWatch watch : watches) {
      watch.look();
    }
  }

  private void look() {
    if (operation.isComplete()) {
      fire();
    }
  }

  final void fire() {
    if (OVER.compareAndSet(this, false, true)) {
      completed();
    }
  }

  /**
   * Ends the watch.
   *
   * @return whether {@link #completed()} has not been called, and will not be
   */
  public final boolean end() {
    return OVER.compareAndSet(this, false, true);
  }

  /** Takes the watches that are over out of the list behind this one. Any thread. */
  final void dropOver() {
    for (CompletionWatch at = this; at != null; at = at.next) {
      CompletionWatch following = at.next;
      while (following != null && following.isOver()) {
        following = following.next;
      }
      at.next = following;
    }
  }

  /** Whether this watch has fired or ended. Opaque: only a hint. */
  final boolean isOver() {
    return (boolean) OVER.getOpaque(this);
  }
}
