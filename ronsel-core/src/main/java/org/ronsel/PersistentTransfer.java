package org.ronsel;

import java.util.function.Supplier;
import org.ronsel.engine.Operation;

/** A send or a receive that can be started again and again. */
final class PersistentTransfer extends PersistentRequest {
  private final String what;
  private final Supplier<Request> start;

  PersistentTransfer(Comm comm, String what, Supplier<Request> start) {
    super(comm.nothing());
    this.owner = comm.owner();
    this.what = what;
    this.start = start;
  }

  @Override
  Operation begin() {
    return (Operation) start.get();
  }

  @Override
  String what() {
    return what;
  }
}
