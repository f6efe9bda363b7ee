import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/**
 * What a call of the package {@code mpi} costs more than the call of Ronsel beneath it, in
 * nanoseconds: the tenth percentile of batches that take turns, which other load on the machine
 * disturbs least. Messages go to PROC_NULL, where nothing but the call is left, and from a rank to
 * itself, three calls each. Run it by {@code ./ronsel run -n 1 ronsel-mpi/src/it/FacadeCost.java}.
 */
public class FacadeCost {
  private static final int ROUNDS = 41;
  private static final int CALLS = 200_000;

  interface Kernel {
    void run(int calls);
  }

  public static void main(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Comm core = world.ronsel();
    int[] data = new int[16];
    int[] in = new int[16];
    Status status = new Status();
    int me = core.rank();
    compare(
        "send to PROC_NULL",
        calls -> {
          for (int i = 0; i < calls; i++) {
            core.send(data, 0, 4, Ronsel.PROC_NULL, 1);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.Send(data, 0, 4, MPI.INT, MPI.PROC_NULL, 1);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.send(data, 4, MPI.INT, MPI.PROC_NULL, 1);
          }
        });
    compare(
        "receive from PROC_NULL",
        calls -> {
          for (int i = 0; i < calls; i++) {
            core.receive(in, 0, 4, Ronsel.PROC_NULL, 1, status);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.Recv(in, 0, 4, MPI.INT, MPI.PROC_NULL, 1);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.recv(in, 4, MPI.INT, MPI.PROC_NULL, 1);
          }
        });
    compare(
        "iReceive, send to itself, wait",
        calls -> {
          for (int i = 0; i < calls; i++) {
            org.ronsel.Request r = core.iReceive(in, 0, 4, me, 1);
            core.send(data, 0, 4, me, 1);
            r.await();
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            mpi.Request r = MPI.COMM_WORLD.Irecv(in, 0, 4, MPI.INT, me, 1);
            MPI.COMM_WORLD.Send(data, 0, 4, MPI.INT, me, 1);
            r.Wait();
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            mpi.Request r = MPI.COMM_WORLD.iRecv(in, 4, MPI.INT, me, 1);
            MPI.COMM_WORLD.send(data, 4, MPI.INT, me, 1);
            r.waitFor();
          }
        });
    compare(
        "allReduce of 4 ints",
        calls -> {
          for (int i = 0; i < calls; i++) {
            core.allReduce(data, 0, in, 0, 4, org.ronsel.Op.SUM);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.Allreduce(data, 0, in, 0, 4, MPI.INT, MPI.SUM);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.allReduce(data, in, 4, MPI.INT, MPI.SUM);
          }
        });
    compare(
        "broadcast of 4 ints",
        calls -> {
          for (int i = 0; i < calls; i++) {
            core.broadcast(data, 0, 4, 0);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.Bcast(data, 0, 4, MPI.INT, 0);
          }
        },
        calls -> {
          for (int i = 0; i < calls; i++) {
            MPI.COMM_WORLD.bcast(data, 4, MPI.INT, 0);
          }
        });
    MPI.Finalize();
  }

  private static void compare(String what, Kernel... kernels) {
    double[][] ns = new double[kernels.length][ROUNDS];
    for (int warm = 0; warm < 10; warm++) {
      for (Kernel kernel : kernels) {
        kernel.run(CALLS);
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < kernels.length; k++) {
        long start = System.nanoTime();
        kernels[k].run(CALLS);
        ns[k][round] = (System.nanoTime() - start) / (double) CALLS;
      }
    }
    for (double[] each : ns) {
      Arrays.sort(each);
    }
    System.out.printf(
        "%-32s Ronsel %6.1f   mpiJava %+6.1f   Open MPI %+6.1f%n",
        what,
        ns[0][ROUNDS / 10],
        ns[1][ROUNDS / 10] - ns[0][ROUNDS / 10],
        ns[2][ROUNDS / 10] - ns[0][ROUNDS / 10]);
  }
}
