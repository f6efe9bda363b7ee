package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/**
 * Broadcasts; an operation is one. The root rotates: a loop with one root would only measure how
 * fast the root can inject.
 */
final class BroadcastLoop implements Kernel {
  private final Comm comm;
  private final int size;
  private final byte[] data;
  private long counter;
  private int seed;

  BroadcastLoop(Comm comm, int size) {
    this.comm = comm;
    this.size = size;
    this.data = new byte[size];
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public void check() {
    int root = ++seed % comm.size();
    if (comm.rank() == root) {
      Message.fill(data, size, seed);
    }
    comm.broadcast(data, root);
    Message.check(data, size, seed);
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += iterations;
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      int root = i % comm.size();
      if (comm.rank() == root) {
        Message.stamp(data, 0, size, from + i);
      }
      comm.broadcast(data, root);
      sum += Message.readStamp(data, 0, size);
    }
    comm.barrier();
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += Message.expectedStamp(size, from + i);
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }
}
