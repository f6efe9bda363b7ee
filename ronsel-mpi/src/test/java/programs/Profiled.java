package programs;

import java.nio.IntBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Makes a window, puts, and frees it. */
final class Profiled {
  private Profiled() {}

  /** The program. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = MPI.newIntBuffer(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    win.fence(0);
    win.put(MPI.newIntBuffer(2), 2, MPI.INT, 0, 0, 2, MPI.INT);
    win.fence(0);
    win.free();
    MPI.Finalize();
  }
}
