package programs;

import mpi.MPI;
import mpi.MPIException;

/** Calls after {@code MPI.Finalize}. */
final class AfterTheEnd {
  private AfterTheEnd() {}

  public static void main(String[] args) throws Exception {
    refused("before Init", MPI.COMM_WORLD::Rank);
    MPI.Init(args);
    MPI.Finalize();
    System.out.println("rank " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size());
    refused("getRank", MPI.COMM_WORLD::getRank);
    refused("Barrier", MPI.COMM_WORLD::Barrier);
  }

  private static void refused(String what, Runnable call) {
    try {
      call.run();
    } catch (MPIException expected) {
      System.out.println(what + " is refused");
    }
  }
}
