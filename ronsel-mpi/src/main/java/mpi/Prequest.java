package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;

/** A communication that can be started again and again. */
public class Prequest extends Request {
  Prequest(CommHandle comm, @Nullable PersistentRequest core, @Nullable Datatype type) {
    super(comm, core, type);
  }

  /** Starts the communication. */
  public void start() throws MPIException {
    if (!(ronsel() instanceof PersistentRequest request)) {
      throw new MPIException(MPI.ERR_REQUEST, "the request has been freed");
    }
    try {
      request.start();
    } catch (RonselException e) {
      CommHandle known = comm();
      throw known == null ? MPIException.of(e) : known.failed(e);
    }
  }

  /** Starts several communications. */
  public static void startAll(Prequest[] requests) throws MPIException {
    for (Prequest request : requests) {
      request.start();
    }
  }

  /** Starts the communication. */
  public void Start() throws MPIException {
    start();
  }

  /** Starts several communications. */
  public static void Startall(Prequest[] requests) throws MPIException {
    startAll(requests);
  }
}
