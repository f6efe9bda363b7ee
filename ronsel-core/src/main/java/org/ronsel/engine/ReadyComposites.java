package org.ronsel.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Composites of one rank that have something to do. Any thread adds; any thread that makes progress
 * takes all of them. A composite is here at most once: see {@link Composite}.
 */
final class ReadyComposites {
  private static final VarHandle HEAD;

  static {
    try {
      HEAD =
          MethodHandles.lookup()
              .findVarHandle(ReadyComposites.class, "head", Composite.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private @Nullable Composite head;

  /** Release: the pending work of the composite is visible to the thread that takes it. */
  void add(Composite composite) {
    Composite top;
    do {
      top = (Composite) HEAD.getOpaque(this);
      composite.nextReady = top;
    } while (!HEAD.weakCompareAndSetRelease(this, top, composite));
  }

  /** Advances all that are here; whether there were any. */
  boolean advanceAll() {
    if ((Composite) HEAD.getOpaque(this) == null) {
      return false;
    }
    Composite first = (Composite) HEAD.getAndSetAcquire(this, (Composite) null);
    Composite at = first;
    while (at != null) {
      Composite following = at.nextReady; // read first: once advanced it may be added again
      at.nextReady = null;
      at.advance();
      at = following;
    }
    return first != null;
  }
}
