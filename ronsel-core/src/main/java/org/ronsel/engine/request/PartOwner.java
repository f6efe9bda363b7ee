package org.ronsel.engine.request;

/** What operations are parts of, as they see it; see {@code org.ronsel.engine.Composite}. */
public abstract class PartOwner {
  /** Makes an owner of parts. */
  protected PartOwner() {}

  /** A part has completed; any thread, with or without a lock. */
  protected abstract void partCompleted(int part);

  /** Asks the senders of the messages that parts wait for whether they have ended. */
  protected abstract void askSenders();

  /** Whether a part waits for a message that has not come; under the engine's lock. */
  protected abstract boolean hasUnmatchedReceive();
}
