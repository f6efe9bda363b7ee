package org.ronsel.bench.kernel;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/** A nonblocking collective operation on data of its own. */
abstract class StartedCollective {
  /** The communicator. */
  final Comm comm;

  private StartedCollective(Comm comm) {
    this.comm = comm;
  }

  /** Starts the operation for the {@code i}th time; roots rotate. */
  abstract Request start(int i);

  /** Starts it once and checks all data. */
  abstract void check(int seed);

  /**
   * Makes an operation.
   *
   * @param size of a message or of a block, in bytes
   */
  static StartedCollective of(String kernel, Comm comm, int size) {
    return switch (kernel) {
      case "ibarrier" -> new Barrier(comm);
      case "ibroadcast" -> new Broadcast(comm, size);
      case "ireduce" -> new Sum(comm, size, true);
      case "iallreduce" -> new Sum(comm, size, false);
      case "iallgather" -> new Blocks(comm, size, false);
      case "ialltoall" -> new Blocks(comm, size, true);
      default -> throw new IllegalArgumentException("no nonblocking kernel is called " + kernel);
    };
  }

  private static final class Barrier extends StartedCollective {
    Barrier(Comm comm) {
      super(comm);
    }

    @Override
    Request start(int i) {
      return comm.iBarrier();
    }

    @Override
    void check(int seed) {
      start(seed).await();
    }
  }

  private static final class Broadcast extends StartedCollective {
    private final byte[] data;

    Broadcast(Comm comm, int size) {
      super(comm);
      data = new byte[size];
    }

    @Override
    Request start(int i) {
      return comm.iBroadcast(data, i % comm.size());
    }

    @Override
    void check(int seed) {
      if (comm.rank() == seed % comm.size()) {
        Message.fill(data, data.length, seed);
      }
      start(seed).await();
      Message.check(data, data.length, seed);
    }
  }

  private static final class Sum extends StartedCollective {
    private final double[] in;
    private final double[] out;
    private final boolean toRoot;

    Sum(Comm comm, int size, boolean toRoot) {
      super(comm);
      in = new double[size / Double.BYTES];
      out = new double[in.length];
      this.toRoot = toRoot;
    }

    @Override
    Request start(int i) {
      return toRoot
          ? comm.iReduce(in, out, Op.SUM, i % comm.size())
          : comm.iAllReduce(in, out, Op.SUM);
    }

    @Override
    void check(int seed) {
      for (int i = 0; i < in.length; i++) {
        in[i] = (comm.rank() + 1.0) * (i % 1000 + seed);
      }
      start(seed).await();
      if (toRoot && comm.rank() != seed % comm.size()) {
        return;
      }
      double factor = comm.size() * (comm.size() + 1.0) / 2;
      for (int i = 0; i < out.length; i++) {
        if (out[i] != factor * (i % 1000 + seed)) {
          throw new VerificationException(
              "sum " + i + " is " + out[i] + ", expected " + factor * (i % 1000 + seed));
        }
      }
    }
  }

  private static final class Blocks extends StartedCollective {
    private final int size;
    private final byte[] in;
    private final byte[] out;
    private final boolean toAll;

    Blocks(Comm comm, int size, boolean toAll) {
      super(comm);
      this.size = size;
      in = new byte[toAll ? Math.multiplyExact(size, comm.size()) : size];
      out = new byte[Math.multiplyExact(size, comm.size())];
      this.toAll = toAll;
    }

    @Override
    Request start(int i) {
      return toAll ? comm.iAllToAll(in, 0, size, out, 0) : comm.iAllGather(in, 0, size, out, 0);
    }

    @Override
    void check(int seed) {
      byte[] block = new byte[size];
      for (int to = 0; to < in.length / Math.max(1, size); to++) {
        Message.fill(block, size, seed + comm.rank() * 3 + to * 5);
        System.arraycopy(block, 0, in, to * size, size);
      }
      start(seed).await();
      for (int from = 0; from < comm.size(); from++) {
        byte[] got = Arrays.copyOfRange(out, from * size, (from + 1) * size);
        Message.check(got, size, seed + from * 3 + (toAll ? comm.rank() * 5 : 0));
      }
    }
  }
}
