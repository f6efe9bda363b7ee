package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.bench.method.VerificationException;

/**
 * Sums of double arrays; an operation is one allReduce. Each call needs the data of every rank, so
 * the loop cannot pipeline.
 */
final class AllReduceLoop implements Kernel {
  private final Comm comm;
  private final double[] in;
  private final double[] out;
  private long counter;
  private int seed;

  AllReduceLoop(Comm comm, int size) {
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
    seed++;
    for (int i = 0; i < in.length; i++) {
      in[i] = (comm.rank() + 1.0) * (i % 1000 + seed);
    }
    comm.allReduce(in, out, Op.SUM);
    double factor = comm.size() * (comm.size() + 1.0) / 2;
    for (int i = 0; i < out.length; i++) {
      if (out[i] != factor * (i % 1000 + seed)) {
        throw new VerificationException(
            "sum " + i + " is " + out[i] + ", expected " + factor * (i % 1000 + seed));
      }
    }
  }

  @Override
  public long run(int iterations) {
    if (in.length == 0) {
      return runEmpty(iterations);
    }
    long from = counter;
    counter += iterations;
    double total = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      in[0] = from + i + comm.rank();
      comm.allReduce(in, out, Op.SUM);
      total += out[0];
    }
    long elapsed = System.nanoTime() - start;
    double expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += (double) comm.size() * (from + i) + comm.size() * (comm.size() - 1.0) / 2;
    }
    if (total != expected) {
      throw new VerificationException("the sums add up to " + total + ", expected " + expected);
    }
    return elapsed;
  }

  private long runEmpty(int iterations) {
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      comm.allReduce(in, out, Op.SUM);
    }
    return System.nanoTime() - start;
  }
}
