package programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;

/** Programs in the spelling of mpiJava: collective operations that are started again and again. */
final class MpiJavaPersistentCalls {
  private MpiJavaPersistentCalls() {}

  static void preparedCallsAreStartedAgain(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    double[] data = new double[3];
    double[] mine = new double[2];
    double[] all = new double[2 * size + 1];
    double[] max = new double[1];
    Prequest[] requests = {
      world.Bcast_init(data, 1, 2, MPI.DOUBLE, size - 1),
      world.Gather_init(mine, 0, 2, MPI.DOUBLE, all, 1, 2, MPI.DOUBLE, 0),
      world.Allreduce_init(mine, 1, max, 0, 1, MPI.DOUBLE, MPI.MAX),
      world.Barrier_init()
    };
    for (int turn = 1; turn < 4; turn++) {
      data[2] = me == size - 1 ? turn : 0;
      mine[0] = me;
      mine[1] = me + turn;
      Prequest.Startall(requests);
      Prequest.Waitall(requests);
      Check.equal(data[2], (double) turn, "Bcast_init");
      Check.equal(max[0], size - 1.0 + turn, "Allreduce_init");
      if (me == 0) {
        Check.equal(all[2 * size], size - 1.0 + turn, "Gather_init");
      }
    }
    MPI.Finalize();
  }
}
