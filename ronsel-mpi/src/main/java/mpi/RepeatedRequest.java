package mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A communication that can be started again and again: each start makes a new one. For those that
 * Ronsel has no persistent form of, such as objects.
 */
final class RepeatedRequest extends Prequest {
  private final Supplier<Request> starter;
  private @Nullable Request started;
  private boolean freed;

  RepeatedRequest(CommHandle comm, Supplier<Request> starter) {
    super(comm, null, null);
    this.starter = starter;
  }

  @Override
  public void start() throws MPIException {
    if (freed) {
      throw Required.refused(MPI.ERR_REQUEST, "the request has been freed");
    }
    if (active() != null) {
      throw Required.refused(MPI.ERR_REQUEST, "the request has been started and is not complete");
    }
    Request next = starter.get();
    started = next;
    restart(next.ronsel());
  }

  @Override
  public void free() throws MPIException {
    super.free();
    freed = true;
  }

  @Override
  boolean isOver() {
    return freed;
  }

  @Override
  Status status(org.ronsel.Status known) {
    Request current = started;
    return current == null ? super.status(known) : current.status(known);
  }
}
