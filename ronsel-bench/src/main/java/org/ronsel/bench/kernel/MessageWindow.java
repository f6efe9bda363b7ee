package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.VerificationException;

/**
 * Rank 0 sends windows of nonblocking messages, rank 1 acknowledges each window; an operation is
 * one message. With distinct buffers every message has its own number and is checked; with one
 * buffer for the window (the usual bandwidth test, whose data stay in the cache) the window has one
 * number.
 */
final class MessageWindow implements Kernel {
  private final Comm comm;
  private final int size;
  private final int window;
  private final int stride;
  private final int buffers;
  private final byte[] out;
  private final byte[] in;
  private final long[] ack = new long[1];
  private final Request[] requests;
  private final PairCheck check;
  private long counter;

  MessageWindow(Comm comm, int size, int window, boolean distinct) {
    this.comm = comm;
    this.size = size;
    this.window = window;
    this.stride = distinct ? size : 0;
    this.buffers = distinct ? window : 1;
    this.out = new byte[Math.multiplyExact(size, buffers)];
    this.in = new byte[out.length];
    this.requests = new Request[window];
    this.check = new PairCheck(comm, size);
  }

  @Override
  public double operationsPerIteration() {
    return window;
  }

  @Override
  public void check() {
    check.exchange(out, in);
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += (long) iterations * window;
    long start = System.nanoTime();
    if (comm.rank() == 0) {
      sendWindows(iterations, from);
      long elapsed = System.nanoTime() - start;
      VerificationException.requireEqual("the last acknowledgement", ack[0], iterations);
      return elapsed;
    }
    long sum = receiveWindows(iterations);
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      for (int w = 0; w < buffers; w++) {
        expected += Message.expectedStamp(size, from + (long) i * window + w);
      }
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }

  private void sendWindows(int iterations, long from) {
    for (int i = 0; i < iterations; i++) {
      for (int w = 0; w < window; w++) {
        int at = w * stride;
        if (w < buffers) {
          Message.stamp(out, at, size, from + (long) i * window + w);
        }
        requests[w] = comm.iSend(out, at, size, 1, TAG_DATA);
      }
      Request.awaitAll(requests);
      comm.receive(ack, 1, TAG_ACK);
    }
  }

  private long receiveWindows(int iterations) {
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      for (int w = 0; w < window; w++) {
        requests[w] = comm.iReceive(in, w * stride, size, 0, TAG_DATA);
      }
      Request.awaitAll(requests);
      for (int w = 0; w < buffers; w++) {
        sum += Message.readStamp(in, w * stride, size);
      }
      ack[0] = i + 1L;
      comm.send(ack, 0, TAG_ACK);
    }
    return sum;
  }
}
