package org.ronsel.launch.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;

/**
 * The input of a relayed stream of another host. It holds no more than the {@link
 * FlowControlWindow} of the other end, since bytes are confirmed when they have been read.
 */
final class RelayedInput extends InputStream {
  private final Deque<byte[]> pieces = new ArrayDeque<>();
  private final IntConsumer taken;
  private int at;
  private boolean ended;

  /**
   * Creates an empty stream.
   *
   * @param taken receives the number of bytes that have been read
   */
  RelayedInput(IntConsumer taken) {
    this.taken = taken;
  }

  /** Adds bytes that have arrived; an empty array is the end. */
  synchronized void add(byte[] bytes) {
    if (bytes.length == 0) {
      ended = true;
    } else if (!ended) {
      pieces.add(bytes);
    }
    notifyAll();
  }

  /** Ends the stream. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    int count;
    synchronized (this) {
      while (pieces.isEmpty() && !ended) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted");
        }
      }
      byte[] first = pieces.peek();
      if (first == null) {
        return -1;
      }
      count = Math.min(most, first.length - at);
      System.arraycopy(first, at, to, from, count);
      at += count;
      if (at == first.length) {
        pieces.remove();
        at = 0;
      }
    }
    taken.accept(count);
    return count;
  }

  @Override
  public synchronized int available() {
    byte[] first = pieces.peek();
    return first == null ? 0 : first.length - at;
  }
}
