package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/** One message to and fro; an operation is half a round trip. */
final class PingPong implements Kernel {
  private final Comm comm;
  private final int size;
  private final byte[] out;
  private final byte[] in;
  private final PairCheck check;
  private long counter;

  PingPong(Comm comm, int size) {
    this.comm = comm;
    this.size = size;
    this.out = new byte[size];
    this.in = new byte[size];
    this.check = new PairCheck(comm, size);
  }

  @Override
  public double operationsPerIteration() {
    return 2;
  }

  @Override
  public void check() {
    check.exchange(out, in);
  }

  @Override
  public long run(int iterations) {
    boolean first = comm.rank() == 0;
    long from = counter;
    counter += 2L * iterations;
    long start = System.nanoTime();
    long sum = first ? serveAndReturn(iterations, from) : returnAndServe(iterations, from);
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += Message.expectedStamp(size, from + 2L * i + (first ? 1 : 0));
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }

  private long serveAndReturn(int iterations, long from) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      Message.stamp(out, 0, size, from + 2L * i);
      comm.send(out, 1, TAG_DATA);
      comm.receive(in, 1, TAG_DATA);
      sum += Message.readStamp(in, 0, size);
    }
    return sum;
  }

  private long returnAndServe(int iterations, long from) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      comm.receive(in, 0, TAG_DATA);
      sum += Message.readStamp(in, 0, size);
      Message.stamp(out, 0, size, from + 2L * i + 1);
      comm.send(out, 0, TAG_DATA);
    }
    return sum;
  }
}
