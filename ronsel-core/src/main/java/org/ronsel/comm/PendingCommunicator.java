package org.ronsel.comm;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.PendingComm;
import org.ronsel.Request;
import org.ronsel.collective.context.ContextAgreement;

/** A communicator whose ranks agree on its context. */
public final class PendingCommunicator implements PendingComm {
  private final ContextAgreement.Agreed agreed;
  private final IntFunction<Comm> make;
  private @Nullable Comm made;

  /** What has kept it from being made. */
  private @Nullable RuntimeException failure;

  PendingCommunicator(Communicator parent, ContextAgreement.Agreed agreed, IntFunction<Comm> make) {
    var _ = parent.requests.own(agreed);
    this.agreed = agreed;
    this.make = make;
  }

  @Override
  public Request request() {
    return agreed;
  }

  @Override
  public synchronized Comm comm() {
    if (failure != null) {
      throw failure;
    }
    if (made == null) {
      agreed.await();
      try {
        made = make.apply(agreed.contextId());
      } catch (RuntimeException thrown) {
        failure = thrown;
        throw thrown;
      }
    }
    return made;
  }
}
