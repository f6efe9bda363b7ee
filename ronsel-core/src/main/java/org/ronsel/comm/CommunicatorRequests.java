package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.BufferUse;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.AbstractRequest;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Observation;

/**
 * The owner of the requests of a communicator: their statuses name its ranks, and their errors go
 * to its handler.
 */
final class CommunicatorRequests implements AbstractRequest.Owner {
  private final Communicator comm;
  private final Engine engine;

  CommunicatorRequests(Communicator comm) {
    this.comm = comm;
    this.engine = comm.engine();
  }

  @Override
  public int rankOf(int endpoint) {
    return comm.rankOf(endpoint);
  }

  @Override
  public RonselException raise(RonselException error) {
    return comm.raise(error);
  }

  /** An operation that is complete and has an empty status. */
  Operation nothing() {
    return engine.completed(Ronsel.ANY_SOURCE);
  }

  /** The operation of a receive from {@code PROC_NULL}. */
  Operation nothingReceived() {
    return engine.completed(Ronsel.PROC_NULL);
  }

  /** Makes errors of an operation that was started for this communicator go to its handler. */
  <O extends Operation> O own(O operation) {
    operation.ownedBy(this);
    return operation;
  }

  /**
   * As {@link #own}, of which the checks of a checked job are told.
   *
   * @param guard a {@link BufferUse.Guard}; not declared as such, since methods with parameters of
   *     classes that are not loaded, as this one in an unchecked job, are never compiled into
   *     others
   */
  Operation started(@Nullable Object guard, Operation operation) {
    if (Observation.CHECK && guard instanceof BufferUse.Guard use) {
      comm.checks().started(operation, use);
    }
    return own(operation);
  }

  /** Ends a blocking receive; its operation, which is reused, keeps no reference to the caller. */
  void giveBack(ReceiveOperation receive, Status status) {
    receive.fill(status, this);
    engine.recycle(receive);
  }
}
