package org.ronsel.launch.remote;

/**
 * The number of bytes of a stream that may be under way: the sender takes from it and waits while
 * it is empty; bytes that have been passed on at the other end are given back. So a stream with a
 * slow reader does not block other streams on the same connection.
 */
public final class FlowControlWindow {
  /** The usual size: two full pipes. */
  public static final int BYTES = 1 << 17;

  private final int size;
  private int left;
  private boolean closed;

  /** Creates a full window of the usual size. */
  public FlowControlWindow() {
    this(BYTES);
  }

  /** Creates a full window of another size. */
  public FlowControlWindow(int size) {
    this.size = size;
    left = size;
  }

  /**
   * Takes up to {@code wanted} bytes, at least one; waits while there is none.
   *
   * @return number of bytes, or 0 if the window is closed
   */
  public synchronized int take(int wanted) throws InterruptedException {
    while (left == 0 && !closed) {
      wait();
    }
    int taken = closed ? 0 : Math.min(wanted, left);
    left -= taken;
    return taken;
  }

  /** Gives back bytes that have been passed on; at most as many as were taken. */
  public synchronized void give(int bytes) {
    if (bytes > 0) {
      left = (int) Math.min(size, (long) left + bytes);
      notifyAll();
    }
  }

  /** Ends the stream: no thread waits any more. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
