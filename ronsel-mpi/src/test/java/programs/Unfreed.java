package programs;

import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;

/** Frees one of two types and one of two requests; what mpiJava's methods make cannot be freed. */
final class Unfreed {
  private Unfreed() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Datatype kept = Datatype.createContiguous(2, MPI.INT);
    kept.commit();
    Datatype freed = Datatype.createContiguous(3, MPI.INT);
    freed.commit();
    freed.free();
    Datatype.Contiguous(4, MPI.INT).Commit();
    int[] buffer = new int[4];
    Prequest made = MPI.COMM_WORLD.recvInit(buffer, 4, MPI.INT, 0, 1);
    Prequest given = MPI.COMM_WORLD.sendInit(buffer, 4, MPI.INT, 0, 1);
    given.free();
    made.isNull();
    MPI.COMM_WORLD.Send_init(buffer, 0, 4, MPI.INT, 0, 1);
    MPI.Finalize();
  }
}
