package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/**
 * Messages that all ranks send at once, in the patterns of IMB; an operation is one exchange of all
 * ranks.
 */
final class Exchange implements Kernel {
  /** The ranks between which messages are sent. */
  enum Pattern {
    /** Both ranks of each pair send to each other. */
    PINGPING,
    /** Each rank of a ring sends to its right and receives from its left. */
    SENDRECV,
    /** Each rank of a ring sends to both sides and receives from both. */
    EXCHANGE
  }

  private final Pattern pattern;
  private final Comm comm;
  private final int rank;
  private final int size;
  private final int left;
  private final int right;
  private final Payload out;
  private final Payload in;
  private final Request[] requests = new Request[4];
  private long counter;
  private int seed;

  Exchange(Pattern pattern, Comm comm, int size, Settings settings) {
    this.pattern = pattern;
    this.comm = comm;
    this.rank = comm.rank();
    this.size = size;
    int ranks = comm.size();
    boolean pairs = pattern == Pattern.PINGPING;
    this.left = pairs ? Pair.of(comm).peer() : (rank + ranks - 1) % ranks;
    this.right = pairs ? left : (rank + 1) % ranks;
    int slots = pattern == Pattern.EXCHANGE ? 2 : 1;
    this.out = Payload.of(settings, size, 1);
    this.in = Payload.of(settings, size, slots);
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public Times times() {
    return Times.MEAN;
  }

  /**
   * Messages to the left and to the right have different tags: with two ranks both neighbours are
   * the same.
   */
  private void exchange() {
    switch (pattern) {
      case PINGPING -> {
        Request sent = out.iSend(comm, 0, right, TAG_DATA);
        in.receive(comm, 0, left, TAG_DATA);
        sent.await();
      }
      case SENDRECV -> out.sendReceive(comm, 0, right, in, 0, left, TAG_DATA);
      case EXCHANGE -> {
        requests[0] = out.iSend(comm, 0, left, TAG_DATA);
        requests[1] = out.iSend(comm, 0, right, TAG_ACK);
        requests[2] = in.iReceive(comm, 0, left, TAG_ACK);
        requests[3] = in.iReceive(comm, 1, right, TAG_DATA);
        Request.awaitAll(requests);
      }
    }
  }

  @Override
  public void check() {
    seed++;
    out.fill(0, seed + rank);
    exchange();
    in.check(0, seed + left);
    if (pattern == Pattern.EXCHANGE) {
      in.check(1, seed + right);
    }
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += iterations;
    boolean both = pattern == Pattern.EXCHANGE;
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      out.stamp(0, from + i + rank);
      exchange();
      sum += in.readStamp(0);
      if (both) {
        sum += in.readStamp(1);
      }
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += Message.expectedStamp(size, from + i + left);
      if (both) {
        expected += Message.expectedStamp(size, from + i + right);
      }
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }
}
