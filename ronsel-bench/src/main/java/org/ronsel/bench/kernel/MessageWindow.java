package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/**
 * In each pair of ranks the first sends windows of nonblocking messages, and the second
 * acknowledges each window; or both send, which needs no acknowledgement. An operation is one
 * message. With distinct buffers every message has its own number and is checked; with one buffer
 * for the window (the usual bandwidth test, whose data stay in the cache) the window has one
 * number.
 */
final class MessageWindow implements Kernel {
  private final Pair pair;
  private final Comm comm;
  private final int peer;
  private final int size;
  private final int window;
  private final int buffers;
  private final boolean bothWays;
  private final Payload out;
  private final Payload in;
  private final long[] ack = new long[1];
  private final Request[] requests;
  private long counter;
  private int seed;

  MessageWindow(Comm comm, Step step, Settings settings, boolean bothWays) {
    this.pair = Pair.of(comm);
    this.comm = comm;
    this.peer = pair.peer();
    this.size = step.size();
    this.window = step.window();
    this.bothWays = bothWays;
    this.buffers = step.distinct() ? window : 1;
    this.out = Payload.of(settings, size, buffers);
    this.in = Payload.of(settings, size, buffers);
    this.requests = new Request[bothWays ? 2 * window : window];
  }

  @Override
  public double operationsPerIteration() {
    return (double) requests.length * pair.pairs();
  }

  @Override
  public Times times() {
    return bothWays || pair.pairs() > 1 ? Times.MAX : Times.FIRST;
  }

  @Override
  public void check() {
    pair.check(out, in, seed += 2);
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += (long) iterations * window;
    long start = System.nanoTime();
    if (bothWays) {
      long sum = exchangeWindows(iterations, from);
      long elapsed = System.nanoTime() - start;
      verify(sum, iterations, from);
      return elapsed;
    }
    if (pair.first()) {
      sendWindows(iterations, from);
      long elapsed = System.nanoTime() - start;
      VerificationException.requireEqual("the last acknowledgement", ack[0], iterations);
      return elapsed;
    }
    long sum = receiveWindows(iterations);
    long elapsed = System.nanoTime() - start;
    verify(sum, iterations, from);
    return elapsed;
  }

  private void verify(long sum, int iterations, long from) {
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      for (int w = 0; w < buffers; w++) {
        expected += Message.expectedStamp(size, from + (long) i * window + w);
      }
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
  }

  private int slot(int w) {
    return buffers > 1 ? w : 0;
  }

  private void startSends(int at, long from) {
    for (int w = 0; w < window; w++) {
      if (w < buffers) {
        out.stamp(w, from + w);
      }
      requests[at + w] = out.iSend(comm, slot(w), peer, TAG_DATA);
    }
  }

  private void startReceives() {
    for (int w = 0; w < window; w++) {
      requests[w] = in.iReceive(comm, slot(w), peer, TAG_DATA);
    }
  }

  private long readStamps() {
    long sum = 0;
    for (int w = 0; w < buffers; w++) {
      sum += in.readStamp(w);
    }
    return sum;
  }

  private void sendWindows(int iterations, long from) {
    for (int i = 0; i < iterations; i++) {
      startSends(0, from + (long) i * window);
      Request.awaitAll(requests);
      comm.receive(ack, peer, TAG_ACK);
    }
  }

  private long receiveWindows(int iterations) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      startReceives();
      Request.awaitAll(requests);
      sum += readStamps();
      ack[0] = i + 1L;
      comm.send(ack, peer, TAG_ACK);
    }
    return sum;
  }

  /**
   * Exchanges windows. The numbers of the next window must not arrive before those of this one are
   * read.
   */
  private long exchangeWindows(int iterations, long from) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      startReceives();
      startSends(window, from + (long) i * window);
      Request.awaitAll(requests);
      sum += readStamps();
    }
    return sum;
  }
}
