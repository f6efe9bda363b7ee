package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.DistGraphComm;
import org.ronsel.GraphComm;
import org.ronsel.InterComm;

/** Finds for a communicator of Ronsel the class that stands for it here. */
final class CommHandles {
  private CommHandles() {}

  static mpi.Comm of(Comm core, CommHandle.Properties properties) {
    return switch (core) {
      case InterComm inter -> new Intercomm(inter, properties);
      case CartComm cart -> new mpi.CartComm(cart, properties);
      case GraphComm graph -> new mpi.GraphComm(graph, properties);
      case DistGraphComm graph -> new mpi.GraphComm(graph, properties);
      default -> new Intracomm(core, properties);
    };
  }

  static int topology(Comm core) {
    return switch (core) {
      case CartComm cart -> MPI.CART;
      case GraphComm graph -> MPI.GRAPH;
      case DistGraphComm graph -> MPI.DIST_GRAPH;
      default -> MPI.UNDEFINED;
    };
  }

  /** The communicator that a call has made for this rank, or null if it made none. */
  static @Nullable Intracomm orNull(@Nullable Comm made, mpi.Comm parent) {
    return made == null ? null : (Intracomm) of(made, parent.properties().inherited());
  }

  /** The communicator that a call has made for this rank, or a null handle, as MPI_COMM_NULL is. */
  static Intracomm orNullHandle(@Nullable Comm made, mpi.Comm parent) {
    CommHandle.Properties properties = parent.properties().inherited();
    return made == null ? new Intracomm((Comm) null, properties) : (Intracomm) of(made, properties);
  }
}
