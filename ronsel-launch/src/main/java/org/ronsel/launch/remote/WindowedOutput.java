package org.ronsel.launch.remote;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes to a stream of the other end, in pieces and no faster than they are consumed there. */
public final class WindowedOutput extends OutputStream {
  /** Receives the pieces of a stream. */
  @FunctionalInterface
  public interface Pieces {
    /** Sends a piece; one without bytes ends the stream. */
    void send(byte[] piece) throws IOException;
  }

  private static final int PIECE_BYTES = 1 << 15;

  private final FlowControlWindow window;
  private final Pieces pieces;
  private boolean closed;

  /** Creates a stream whose pieces are sent within a window. */
  public WindowedOutput(FlowControlWindow window, Pieces pieces) {
    this.window = window;
    this.pieces = pieces;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    int at = from;
    while (at < from + count) {
      int piece;
      try {
        piece = window.take(Math.min(PIECE_BYTES, from + count - at));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      if (piece == 0) {
        throw new IOException("the reader of the stream is gone");
      }
      pieces.send(Arrays.copyOfRange(bytes, at, at + piece));
      at += piece;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      pieces.send(new byte[0]);
    }
  }
}
