package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.bench.method.VerificationException;

/** Sums of double arrays at a root that rotates; an operation is one reduce. */
final class ReduceLoop implements Kernel {
  private final Comm comm;
  private final double[] in;
  private final double[] out;
  private long counter;
  private int seed;

  ReduceLoop(Comm comm, int size) {
    this.comm = comm;
    this.in = new double[size / Double.BYTES];
    this.out = new double[in.length];
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public void check() {
    int root = ++seed % comm.size();
    for (int i = 0; i < in.length; i++) {
      in[i] = (comm.rank() + 1.0) * (i % 1000 + seed);
    }
    comm.reduce(in, out, Op.SUM, root);
    double factor = comm.size() * (comm.size() + 1.0) / 2;
    for (int i = 0; i < out.length && comm.rank() == root; i++) {
      if (out[i] != factor * (i % 1000 + seed)) {
        throw new VerificationException(
            "sum " + i + " is " + out[i] + ", expected " + factor * (i % 1000 + seed));
      }
    }
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += iterations;
    int ranks = comm.size();
    double total = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      int root = i % ranks;
      if (in.length > 0) {
        in[0] = from + i + comm.rank();
      }
      comm.reduce(in, out, Op.SUM, root);
      if (comm.rank() == root && in.length > 0) {
        total += out[0];
      }
    }
    comm.barrier();
    long elapsed = System.nanoTime() - start;
    double expected = 0;
    for (int i = comm.rank(); i < iterations && in.length > 0; i += ranks) {
      expected += (double) ranks * (from + i) + ranks * (ranks - 1.0) / 2;
    }
    if (total != expected) {
      throw new VerificationException("the sums add up to " + total + ", expected " + expected);
    }
    return elapsed;
  }
}
