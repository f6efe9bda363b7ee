package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;

/** A communication that can be started again and again. */
public class Prequest extends Request {
  Prequest(CommHandle comm, @Nullable PersistentRequest core, @Nullable Datatype type) {
    super(comm, core, type);
  }

  /**
   * Open MPI's programs free their requests; says to the checks of a checked job that it is made.
   */
  final Prequest toBeFreed() {
    Environment.lent(this, "persistent request was never freed; made at");
    return this;
  }

  @Override
  public void free() throws MPIException {
    super.free();
    Environment.returned(this);
  }

  /** Starts the communication. */
  public void start() throws MPIException {
    if (!(ronsel() instanceof PersistentRequest request)) {
      throw Required.refused(MPI.ERR_REQUEST, "the request has been freed");
    }
    try {
      request.start();
    } catch (RonselException e) {
      if (!startsOtherwise(e)) {
        ErrorOrigin known = origin();
        throw known == null ? MPIException.of(e) : known.failed(e);
      }
    }
  }

  /**
   * Starts the communication in another way.
   *
   * @param refused why it has not been started
   * @return whether it was
   */
  boolean startsOtherwise(RonselException refused) {
    return false;
  }

  /** Starts several communications. */
  public static void startAll(Prequest[] requests) throws MPIException {
    for (Prequest request : Required.array(requests, "the array of requests")) {
      Required.present(request, MPI.ERR_REQUEST, "a request of the array").start();
    }
  }

  /** Starts the communication. */
  public void Start() throws MPIException {
    start();
  }

  /** Starts several communications; passes over missing requests, as MPJ Express does. */
  public static void Startall(@Nullable Prequest[] requests) throws MPIException {
    for (Prequest request : Required.array(requests, "the array of requests")) {
      if (request != null) {
        request.Start();
      }
    }
  }
}
