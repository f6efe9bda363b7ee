package org.ronsel.microbench;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/**
 * Measures the additional cost of a call of the package {@code mpi} over the call of Ronsel beneath
 * it, in both spellings: in calls that do nothing else (the partner is PROC_NULL), in messages from
 * a rank to itself, and in collectives of one rank. The difference is to be at most 15 ns per call;
 * the exchange with itself has three.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FacadeCall {
  private static final int TAG = 1;
  private static final int COUNT = 4;

  private final int[] out = new int[16];
  private final int[] in = new int[16];
  private final Status status = new Status();
  private Comm core;

  /** Begins a job of one rank. */
  @Setup
  public void begin() {
    MPI.Init(new String[0]);
    core = MPI.COMM_WORLD.ronsel();
  }

  /** Ends the job. */
  @TearDown
  public void end() {
    MPI.Finalize();
  }

  @Benchmark
  public void sendRonsel() {
    core.send(out, 0, COUNT, Ronsel.PROC_NULL, TAG);
  }

  @Benchmark
  public void sendMpiJava() {
    MPI.COMM_WORLD.Send(out, 0, COUNT, MPI.INT, MPI.PROC_NULL, TAG);
  }

  @Benchmark
  public void sendOpenMpi() {
    MPI.COMM_WORLD.send(out, COUNT, MPI.INT, MPI.PROC_NULL, TAG);
  }

  @Benchmark
  public Status receiveRonsel() {
    core.receive(in, 0, COUNT, Ronsel.PROC_NULL, TAG, status);
    return status;
  }

  @Benchmark
  public mpi.Status receiveMpiJava() {
    return MPI.COMM_WORLD.Recv(in, 0, COUNT, MPI.INT, MPI.PROC_NULL, TAG);
  }

  @Benchmark
  public mpi.Status receiveOpenMpi() {
    return MPI.COMM_WORLD.recv(in, COUNT, MPI.INT, MPI.PROC_NULL, TAG);
  }

  @Benchmark
  public int exchangeRonsel() {
    org.ronsel.Request receive = core.iReceive(in, 0, COUNT, 0, TAG);
    core.send(out, 0, COUNT, 0, TAG);
    receive.await();
    return in[0];
  }

  @Benchmark
  public int exchangeMpiJava() {
    mpi.Request receive = MPI.COMM_WORLD.Irecv(in, 0, COUNT, MPI.INT, 0, TAG);
    MPI.COMM_WORLD.Send(out, 0, COUNT, MPI.INT, 0, TAG);
    receive.Wait();
    return in[0];
  }

  @Benchmark
  public int exchangeOpenMpi() {
    mpi.Request receive = MPI.COMM_WORLD.iRecv(in, COUNT, MPI.INT, 0, TAG);
    MPI.COMM_WORLD.send(out, COUNT, MPI.INT, 0, TAG);
    receive.waitFor();
    return in[0];
  }

  @Benchmark
  public int allReduceRonsel() {
    core.allReduce(out, 0, in, 0, COUNT, Op.SUM);
    return in[0];
  }

  @Benchmark
  public int allReduceMpiJava() {
    MPI.COMM_WORLD.Allreduce(out, 0, in, 0, COUNT, MPI.INT, MPI.SUM);
    return in[0];
  }

  @Benchmark
  public int allReduceOpenMpi() {
    MPI.COMM_WORLD.allReduce(out, in, COUNT, MPI.INT, MPI.SUM);
    return in[0];
  }

  @Benchmark
  public int broadcastRonsel() {
    core.broadcast(in, 0, COUNT, 0);
    return in[0];
  }

  @Benchmark
  public int broadcastMpiJava() {
    MPI.COMM_WORLD.Bcast(in, 0, COUNT, MPI.INT, 0);
    return in[0];
  }

  @Benchmark
  public int broadcastOpenMpi() {
    MPI.COMM_WORLD.bcast(in, COUNT, MPI.INT, 0);
    return in[0];
  }
}
