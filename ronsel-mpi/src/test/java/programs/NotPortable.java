package programs;

import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Relies on each of the things that are tolerated because Open MPI or MPJ Express does. */
final class NotPortable {
  private NotPortable() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.getRank();
    int[] numbers = new int[2];
    for (int i = 0; i < 3; i++) {
      world.ibSend(numbers, 2, MPI.FLOAT, me, 0).waitFor();
      world.recv(new float[2], 2, MPI.FLOAT, me, 0);
    }
    world.sendRecv(numbers, 1, MPI.INT, me, 0, new float[1], 1, MPI.FLOAT, me, 0);
    Datatype backwards = Datatype.createVector(2, 1, -1, MPI.SHORT);
    ShortBuffer buffer = MPI.newShortBuffer(4);
    world.pack(MPI.slice(buffer, 2), 1, backwards, new byte[4], 0);
    try {
      world.send(numbers, 1, MPI.INT, 99, 0);
    } catch (MPIException expected) {
      System.out.println("goes on");
    }
    new mpi.Win(MPI.newIntBuffer(1), 2, 1, MPI.INFO_NULL, world).free();
    world.Sendrecv(numbers, 0, 1, MPI.INT, me, 0, new int[1], 0, 2, MPI.INT, me, 0);
    world.Send(numbers, 0, 1, MPI.INT, me, 0);
    world.Recv(numbers, 0, 1, MPI.INT, MPI.ANY_TAG, MPI.ANY_SOURCE);
    try {
      new mpi.Win(MPI.newIntBuffer(1), -1, 1, MPI.INFO_NULL, world).free();
    } catch (MPIException expected) {
      System.out.println("goes on without a window");
    }
    MPI.Finalize();
  }
}
