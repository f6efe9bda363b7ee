package org.ronsel.engine.matching;

import org.jspecify.annotations.Nullable;

/** A message that a matched probe has taken; it can be received only through this object. */
public final class MatchedMessage {
  /** Null before the probe has found it, and once it is received; guarded by the engine's lock. */
  public @Nullable UnexpectedMessage message;
}
