package org.ronsel.bench.kernel;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/** AllGathers or allToAlls of blocks of bytes; an operation is one. */
final class BlocksLoop implements Kernel {
  private final Comm comm;
  private final int size;
  private final boolean allToAll;
  private final byte[] in;
  private final byte[] out;
  private long counter;
  private int seed;

  BlocksLoop(Comm comm, int size, boolean allToAll) {
    this.comm = comm;
    this.size = size;
    this.allToAll = allToAll;
    this.in = new byte[allToAll ? Math.multiplyExact(size, comm.size()) : size];
    this.out = new byte[Math.multiplyExact(size, comm.size())];
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  private void exchange() {
    if (allToAll) {
      comm.allToAll(in, 0, size, out, 0);
    } else {
      comm.allGather(in, 0, size, out, 0);
    }
  }

  private int blocksGiven() {
    return allToAll ? comm.size() : 1;
  }

  /** The content of a block says who sent it, to whom, and when. */
  private static int content(int seed, int from, int to) {
    return seed + from * 3 + to * 5;
  }

  @Override
  public void check() {
    seed++;
    byte[] block = new byte[size];
    for (int to = 0; to < blocksGiven(); to++) {
      Message.fill(block, size, content(seed, comm.rank(), to));
      System.arraycopy(block, 0, in, to * size, size);
    }
    exchange();
    for (int from = 0; from < comm.size(); from++) {
      byte[] received = Arrays.copyOfRange(out, from * size, (from + 1) * size);
      Message.check(received, size, content(seed, from, allToAll ? comm.rank() : 0));
    }
  }

  @Override
  public long run(int iterations) {
    long first = counter;
    counter += iterations;
    int ranks = comm.size();
    int given = blocksGiven();
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      for (int to = 0; to < given; to++) {
        Message.stamp(in, to * size, size, first + i + comm.rank());
      }
      exchange();
      for (int from = 0; from < ranks; from++) {
        sum += Message.readStamp(out, from * size, size);
      }
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      for (int from = 0; from < ranks; from++) {
        expected += Message.expectedStamp(size, first + i + from);
      }
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }
}
