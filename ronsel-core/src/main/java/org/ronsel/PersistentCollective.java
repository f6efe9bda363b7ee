package org.ronsel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.engine.Operation;

/** A collective operation that can be started again and again (MPI-4.1, section 6.13). */
final class PersistentCollective extends PersistentRequest {
  private final Supplier<CollectiveCalls> calls;
  private final Invocation call;

  /** The request of the last start, used again if that succeeded: a start allocates nothing. */
  private @Nullable CollectiveRequest last;

  PersistentCollective(Comm comm, Invocation call) {
    super(comm.nothing());
    this.owner = comm.owner();
    this.calls = comm::collectives;
    this.call = call;
  }

  @Override
  Operation begin() {
    CollectiveRequest before = last;
    boolean again = before != null && before.hasSucceeded();
    Operation started = (Operation) calls.get().restart(call, again ? before : null);
    last = started instanceof CollectiveRequest request ? request : null;
    return started;
  }

  @Override
  String what() {
    return call.operation();
  }
}
