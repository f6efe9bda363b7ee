package org.ronsel;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.context.ContextAgreement;

/**
 * A communicator that is being made by {@link Comm#iDup()} (MPI-4.1, section 7.4.2). Any thread of
 * the rank.
 */
public final class PendingComm {
  private final ContextAgreement.Agreed agreed;
  private final IntFunction<Comm> make;
  private @Nullable Comm made;

  PendingComm(Comm parent, ContextAgreement.Agreed agreed, IntFunction<Comm> make) {
    Request unused = parent.bind(agreed);
    this.agreed = agreed;
    this.make = make;
  }

  /** Completes when the communicator can be used. */
  public Request request() {
    return agreed;
  }

  /**
   * The communicator; waits until it can be used. It is the same object at each call.
   *
   * @throws RonselException what went wrong while it was made
   */
  public synchronized Comm comm() {
    if (made == null) {
      agreed.await();
      made = make.apply(agreed.contextId());
    }
    return made;
  }
}
