package org.ronsel.engine.message;

import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.ProgressEngine;

/** Something that waits for a message which matches a pattern: a receive, or a probe. */
public abstract class MatchOperation extends Operation {
  // The pattern. Fixed while the operation is posted; guarded by the engine's lock.
  public long context;
  public int source;
  public int tag;

  /** Whether it asks if those that could send have ended; under the engine's lock. */
  public boolean asks;

  /** The inquiry of an operation on ANY_SOURCE; under the engine's lock. */
  public @Nullable Inquiry inquiry;

  public MatchOperation(ProgressEngine engine) {
    super(engine);
  }

  /** Sets the pattern. */
  public final void match(long ofContext, int from, int withTag) {
    context = ofContext;
    source = from;
    tag = withTag;
    asks = false;
    inquiry = null;
  }

  /** Whether no message has matched yet; under the engine's lock. */
  public abstract boolean isUnmatched();

  @Override
  public final boolean needsMessage() {
    return isUnmatched() && !isPart() && Contexts.isMessage(context);
  }

  @Override
  protected final void overdue() {
    engine.overdueWaits().askPeers(this);
  }

  @Override
  protected final void throwIfUnsatisfiable() {
    // The waiting thread itself has asked.
    if (asks && source == Ronsel.ANY_SOURCE) {
      engine.overdueWaits().throwIfPeersEnded(this);
    }
  }

  @Override
  public int awaitedTag() {
    return tag;
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
