package org.ronsel.comm;

import java.util.function.Supplier;
import org.ronsel.Request;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.RestartableRequest;

/** A send or a receive that can be started again and again. */
public final class PersistentTransfer extends RestartableRequest {
  private final String what;
  private final Supplier<Request> start;

  PersistentTransfer(Communicator comm, String what, Supplier<Request> start) {
    super(comm.requests.nothing());
    ownedBy(comm.requests);
    this.what = what;
    this.start = start;
  }

  @Override
  protected Operation begin() {
    return (Operation) start.get();
  }

  @Override
  protected String what() {
    return what;
  }
}
