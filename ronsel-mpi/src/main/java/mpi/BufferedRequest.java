package mpi;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;

/**
 * A prepared send in buffered mode. A start that finds no room in the attached buffer may send from
 * a copy; the request that it returns then stands for this one until the program is told of its
 * completion.
 */
final class BufferedRequest extends Prequest {
  private final Function<RonselException, @Nullable Request> copy;

  /** What is started; null once it has been freed. */
  private @Nullable PersistentRequest send;

  /**
   * Makes a request.
   *
   * @param copy sends from a copy, if it may for this error of a start; else answers null
   */
  BufferedRequest(
      CommHandle comm, PersistentRequest send, Function<RonselException, @Nullable Request> copy) {
    super(comm, send, null);
    this.send = send;
    this.copy = copy;
  }

  @Override
  public void start() throws MPIException {
    if (send != null && ronsel() != send) {
      throw Required.refused(MPI.ERR_REQUEST, "the request has been started and is not complete");
    }
    super.start();
  }

  @Override
  boolean startsOtherwise(RonselException refused) {
    Request copied = copy.apply(refused);
    if (copied == null) {
      return false;
    }
    restart(copied.ronsel());
    return true;
  }

  @Override
  void told() {
    restart(send);
  }

  @Override
  public void free() throws MPIException {
    PersistentRequest known = send;
    if (known != null && ronsel() != known) {
      known.release();
    }
    send = null;
    super.free();
  }
}
