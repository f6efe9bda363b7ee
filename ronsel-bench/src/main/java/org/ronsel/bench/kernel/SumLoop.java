package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.bench.method.VerificationException;

/**
 * Sums of double arrays; an operation is one allReduce, which needs the data of every rank, so that
 * the loop cannot pipeline, or one reduce to a root that rotates.
 */
final class SumLoop implements Kernel {
  private final Comm comm;
  private final boolean toRoot;
  private final double[] in;
  private final double[] out;
  private long counter;
  private int seed;

  SumLoop(Comm comm, int size, boolean toRoot) {
    this.comm = comm;
    this.toRoot = toRoot;
    this.in = new double[size / Double.BYTES];
    this.out = new double[in.length];
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  private void sum(int root) {
    if (toRoot) {
      comm.reduce(in, out, Op.SUM, root);
    } else {
      comm.allReduce(in, out, Op.SUM);
    }
  }

  private boolean hasResult(int root) {
    return !toRoot || comm.rank() == root;
  }

  @Override
  public void check() {
    int root = ++seed % comm.size();
    for (int i = 0; i < in.length; i++) {
      in[i] = (comm.rank() + 1.0) * (i % 1000 + seed);
    }
    sum(root);
    double factor = comm.size() * (comm.size() + 1.0) / 2;
    for (int i = 0; i < out.length && hasResult(root); i++) {
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
    int ranks = comm.size();
    long from = counter;
    counter += iterations;
    double total = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      int root = i % ranks;
      in[0] = from + i + comm.rank();
      sum(root);
      if (hasResult(root)) {
        total += out[0];
      }
    }
    finish();
    long elapsed = System.nanoTime() - start;
    double expected = 0;
    for (int i = 0; i < iterations; i++) {
      if (hasResult(i % ranks)) {
        expected += (double) ranks * (from + i) + ranks * (ranks - 1.0) / 2;
      }
    }
    if (total != expected) {
      throw new VerificationException("the sums add up to " + total + ", expected " + expected);
    }
    return elapsed;
  }

  /** Ranks that are not the root may be ahead. */
  private void finish() {
    if (toRoot) {
      comm.barrier();
    }
  }

  private long runEmpty(int iterations) {
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      sum(i % comm.size());
    }
    finish();
    return System.nanoTime() - start;
  }
}
