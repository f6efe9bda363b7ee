package programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ranks make different collective calls, in each of the spellings, and print what they are told.
 */
final class Differing {
  private Differing() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    boolean isFirst = MPI.COMM_WORLD.Rank() == 0;
    Intracomm first = MPI.COMM_WORLD.dup();
    Intracomm second = MPI.COMM_WORLD.dup();
    try {
      if (isFirst) {
        first.Barrier();
      } else {
        first.Bcast(new int[1], 0, 1, MPI.INT, 0);
      }
    } catch (MPIException differ) {
      print(isFirst, differ);
    }
    try {
      if (isFirst) {
        second.barrier();
      } else {
        second.bcast(new int[1], 1, MPI.INT, 0);
      }
    } catch (MPIException differ) {
      print(isFirst, differ);
    }
    MPI.Finalize();
  }

  private static void print(boolean isFirst, MPIException differ) {
    if (isFirst) {
      System.out.println(differ.getMessage());
    }
  }
}
