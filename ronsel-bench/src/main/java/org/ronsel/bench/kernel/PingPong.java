package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.PersistentRequest;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/** One message to and fro in each pair of ranks; an operation is half a round trip. */
final class PingPong implements Kernel {
  private final Pair pair;
  private final Comm comm;
  private final int peer;
  private final int size;
  private final Payload out;
  private final Payload in;
  private final boolean persistent;
  private PersistentRequest[] prepared = {};
  private long counter;
  private int seed;

  /**
   * Allocates the messages.
   *
   * @param persistent whether sends and receives are persistent operations
   */
  PingPong(Comm comm, int size, Settings settings, boolean persistent) {
    this.pair = Pair.of(comm);
    this.comm = comm;
    this.peer = pair.peer();
    this.size = size;
    this.persistent = persistent;
    this.out = Payload.of(settings, size, 1);
    this.in = Payload.of(settings, size, 1);
    if (persistent) {
      prepared =
          new PersistentRequest[] {
            out.persistentSend(comm, 0, peer, TAG_DATA),
            in.persistentReceive(comm, 0, peer, TAG_DATA)
          };
    }
  }

  @Override
  public double operationsPerIteration() {
    return 2;
  }

  @Override
  public Times times() {
    return pair.pairs() > 1 ? Times.MEAN : Times.FIRST;
  }

  @Override
  public void check() {
    pair.check(out, in, seed += 2);
  }

  @Override
  public long run(int iterations) {
    boolean first = pair.first();
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
      out.stamp(0, from + 2L * i);
      send();
      receive();
      sum += in.readStamp(0);
    }
    return sum;
  }

  private long returnAndServe(int iterations, long from) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      receive();
      sum += in.readStamp(0);
      out.stamp(0, from + 2L * i + 1);
      send();
    }
    return sum;
  }

  private void send() {
    if (persistent) {
      prepared[0].start();
      prepared[0].await();
    } else {
      out.send(comm, 0, peer, TAG_DATA);
    }
  }

  private void receive() {
    if (persistent) {
      prepared[1].start();
      prepared[1].await();
    } else {
      in.receive(comm, 0, peer, TAG_DATA);
    }
  }

  @Override
  public void close() {
    for (PersistentRequest request : prepared) {
      request.release();
    }
  }
}
