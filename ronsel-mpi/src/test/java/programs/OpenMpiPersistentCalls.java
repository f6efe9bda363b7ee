package programs;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;

/**
 * Programs in the spelling of Open MPI: collective operations that are prepared and started again
 * and again, those between two groups, and arrays that are called bytes.
 */
final class OpenMpiPersistentCalls {
  private OpenMpiPersistentCalls() {}

  static void preparedCallsAreStartedAgain(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] data = new int[1];
    int[] mine = new int[1];
    int[] all = new int[size];
    int[] sum = new int[1];
    int[] scan = new int[1];
    int[] ones = new int[size];
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      ones[i] = 1;
      places[i] = size - 1 - i;
    }
    int[] turned = new int[size];
    int[] exchanged = new int[size];
    Prequest[] requests = {
      world.bcastInit(data, 1, MPI.INT, 0),
      world.allGatherInit(mine, 1, MPI.INT, all, 1, MPI.INT),
      world.allReduceInit(mine, sum, 1, MPI.INT, MPI.SUM),
      world.scanInit(mine, scan, 1, MPI.INT, MPI.MAX),
      world.allGathervInit(mine, 1, MPI.INT, turned, ones, places, MPI.INT),
      world.allToAllInit(all.clone(), 1, MPI.INT, exchanged, 1, MPI.INT),
      world.barrierInit()
    };
    for (int turn = 1; turn < 5; turn++) {
      data[0] = me == 0 ? turn : 0;
      mine[0] = me * turn;
      Prequest.startAll(requests);
      Prequest.waitAll(requests);
      Check.equal(data[0], turn, "bcastInit");
      Check.equal(all[size - 1], (size - 1) * turn, "allGatherInit");
      Check.equal(sum[0], turn * size * (size - 1) / 2, "allReduceInit");
      Check.equal(scan[0], mine[0], "scanInit");
      Check.equal(turned[0], (size - 1) * turn, "allGathervInit");
    }
    for (Prequest request : requests) {
      request.free();
    }
    MPI.Finalize();
  }

  static void dataGoFromOneGroupToTheOther(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    if (size > 1) {
      int side = me % 2;
      Intracomm half = world.split(side, me);
      Intercomm inter = world.createIntercomm(half, 0, 1 - side, 5);
      int remote = inter.getRemoteSize();
      int[] all = new int[remote];
      inter.allGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT);
      for (int i = 0; i < remote; i++) {
        Check.equal(all[i], 2 * i + 1 - side, "allGather");
      }
      int[] sum = new int[1];
      inter.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
      Check.equal(sum[0], remote, "allReduce");
      int[] data = {me == 0 ? 7 : 0};
      int root = side == 1 ? 0 : me == 0 ? MPI.ROOT : MPI.PROC_NULL;
      inter.bcast(data, 1, MPI.INT, root);
      Check.equal(data[0], side == 1 || me == 0 ? 7 : 0, "bcast");
      int[] gathered = new int[remote];
      inter.iGather(new int[] {me}, 1, MPI.INT, gathered, 1, MPI.INT, root).waitFor();
      Check.equal(gathered[remote - 1], me == 0 ? 2 * remote - 1 : 0, "iGather");
      Prequest again = inter.bcastInit(data, 1, MPI.INT, root);
      data[0] = me == 0 ? 8 : 0;
      again.start();
      again.waitFor();
      Check.equal(data[0], side == 1 || me == 0 ? 8 : 0, "bcastInit");
      inter.free();
      half.free();
    }
    MPI.Finalize();
  }

  static void arraysOfNumbersMayBeCalledBytes(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] data = me == 0 ? new int[] {0x01020304, -5} : new int[2];
    world.bcast(data, 8, MPI.BYTE, 0);
    Check.equal(data, new int[] {0x01020304, -5}, "bcast of bytes");
    int[] all = new int[size];
    world.allGather(new int[] {me + 9}, 2, MPI.CHAR, all, 2, MPI.CHAR);
    Check.equal(all[size - 1], size + 8, "allGather of characters");
    int[] got = new int[1];
    world.sendRecv(
        new int[] {77},
        4,
        MPI.BYTE,
        (me + 1) % size,
        1,
        got,
        4,
        MPI.BYTE,
        (me + size - 1) % size,
        1);
    Check.equal(got[0], 77, "sendRecv of bytes");
    MPI.Finalize();
  }
}
