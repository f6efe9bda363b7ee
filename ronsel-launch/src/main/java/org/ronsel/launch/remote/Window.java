package org.ronsel.launch.remote;

/**
 * How much of a stream may be under way: who sends takes from it and waits while it is empty; what
 * has been passed on at the other end is given back. So one stream whose reader is slow holds up
 * nothing else that goes the same way.
 */
public final class Window {
  /** The usual size: two full pipes. */
  public static final int BYTES = 1 << 17;

  private final int size;
  private int left;
  private boolean closed;

  /** A full window. */
  public Window() {
    this(BYTES);
  }

  /** A full window of another size. */
  public Window(int size) {
    this.size = size;
    left = size;
  }

  /**
   * Takes up to {@code wanted} bytes, at least one; waits while there is none.
   *
   * @return how many, or 0 if the window is closed
   */
  public synchronized int take(int wanted) throws InterruptedException {
    while (left == 0 && !closed) {
      wait();
    }
    int taken = closed ? 0 : Math.min(wanted, left);
    left -= taken;
    return taken;
  }

  /** Gives back what has been passed on; more than was taken is not believed. */
  public synchronized void give(int bytes) {
    if (bytes > 0) {
      left = (int) Math.min(size, (long) left + bytes);
      notifyAll();
    }
  }

  /** Ends the stream: nobody waits any more. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
