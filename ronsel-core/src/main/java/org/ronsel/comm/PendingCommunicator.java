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
    if (made == null) {
      agreed.await();
      made = make.apply(agreed.contextId());
    }
    return made;
  }
}
