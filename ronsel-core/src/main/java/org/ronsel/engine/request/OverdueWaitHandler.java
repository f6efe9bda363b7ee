package org.ronsel.engine.request;

import java.util.List;

/**
 * What is done about waits and tests that have found nothing for long: whether what they wait for
 * will ever come. There is one subclass, {@code
 * org.ronsel.engine.failure.EngineOverdueWaitHandler}, which is above this package because it knows
 * messages.
 */
public abstract class OverdueWaitHandler {
  /** For the subclass. */
  protected OverdueWaitHandler() {}

  /** Asks the peers for which an operation has waited long whether they have ended. */
  public abstract void askPeers(Operation operation);

  /** Throws if the peers that an operation waits for have ended, all of them. */
  public abstract void throwIfPeersEnded(Operation operation);

  /** Has the peer compare its collective calls in a context with those of this rank. */
  protected abstract void compareCalls(long context, int endpoint);

  /** Asks all other ranks whether they have ended. */
  protected abstract void askOthers();

  /** Whether all other ranks of the job are known to have ended. */
  protected abstract boolean isLastRank();

  /**
   * Throws if the rank is the last one and none of the operations for which a thread waits can
   * complete.
   */
  protected abstract void throwIfUnsatisfiable(String what, List<? extends Operation> pending);

  /** Tests have found these operations pending for long: the same, if the thread does no more. */
  public abstract void testedInVain(String what, List<? extends Operation> pending);
}
