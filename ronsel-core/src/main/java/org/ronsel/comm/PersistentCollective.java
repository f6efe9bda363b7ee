package org.ronsel.comm;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.RestartableRequest;

/** A collective operation that can be started again and again (MPI-4.1, section 6.13). */
public final class PersistentCollective extends RestartableRequest {
  private final Supplier<CollectiveCalls> calls;
  private final Invocation call;

  /** The request of the last start, used again if that succeeded: a start allocates nothing. */
  private @Nullable CollectiveRequest last;

  PersistentCollective(Communicator comm, Invocation call) {
    super(comm.requests.nothing());
    ownedBy(comm.requests);
    this.calls = comm::collectives;
    this.call = call;
  }

  @Override
  protected Operation begin() {
    CollectiveRequest before = last;
    boolean again = before != null && before.hasSucceeded() && !isHeld();
    Operation started = calls.get().restart(call, again ? before : null);
    last = started instanceof CollectiveRequest request ? request : null;
    return started;
  }

  @Override
  protected String what() {
    return call.operation();
  }
}
