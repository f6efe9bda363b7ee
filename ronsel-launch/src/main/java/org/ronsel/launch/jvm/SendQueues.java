package org.ronsel.launch.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.FrameSender;
import org.ronsel.runtime.control.FrameTooLongException;

/**
 * Senders that do not wait for JVMs to read. One that has been stopped reads nothing, and a long
 * frame does not fit into the buffers of its connection: deadlines, signals and the other JVMs
 * would wait as well.
 */
final class SendQueues {
  /** Frames up to this length are sent at once if nothing waits: the buffers have room for many. */
  private static final int SHORT = 1 << 15;

  /** A frame, and its bytes, which JVMs that get the same one share. */
  private record Encoded(WeakReference<Frame> frame, WeakReference<byte[]> bytes) {}

  /** Sends the bytes of a frame, and waits while the connection is full. */
  @FunctionalInterface
  interface Output {
    void send(byte[] frameWithLength) throws IOException;
  }

  private volatile @Nullable Encoded last;

  /** A sender for a JVM. */
  FrameSender of(FrameChannel channel, int jvm) {
    return of(channel::send, channel::close, jvm);
  }

  /**
   * A sender for a JVM.
   *
   * @param connection of the output; it is closed when a frame that has waited cannot be sent
   */
  FrameSender of(Output output, Closeable connection, int jvm) {
    return new SendQueue(output, connection, jvm);
  }

  private byte[] encoded(Frame frame) throws FrameTooLongException {
    Encoded before = last;
    byte[] bytes = before == null || before.frame.get() != frame ? null : before.bytes.get();
    if (bytes == null) {
      bytes = FrameChannel.encoded(frame);
      last = new Encoded(new WeakReference<>(frame), new WeakReference<>(bytes));
    }
    return bytes;
  }

  /** Long frames, and those behind them, are sent by a thread that ends when none is left. */
  private final class SendQueue implements FrameSender {
    private final Output output;
    private final Closeable connection;
    private final int jvm;

    // Guarded by this.
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean isSending;
    private boolean isLost;

    SendQueue(Output output, Closeable connection, int jvm) {
      this.output = output;
      this.connection = connection;
      this.jvm = jvm;
    }

    @Override
    public synchronized void send(Frame frame) throws IOException {
      if (isLost) {
        throw new IOException("a frame before this one could not be sent");
      }
      byte[] bytes = encoded(frame);
      if (isSending) {
        waiting.add(bytes);
      } else if (bytes.length <= SHORT) {
        output.send(bytes);
      } else {
        try {
          // It waits for this method to end before it takes the frame.
          DaemonThread.start("send-" + jvm, this::sendWaiting);
        } catch (OutOfMemoryError noThread) {
          output.send(bytes);
          return;
        }
        waiting.add(bytes);
        isSending = true;
      }
    }

    private synchronized byte @Nullable [] next() {
      byte[] next = waiting.poll();
      isSending = next != null;
      return next;
    }

    private void sendWaiting() {
      try {
        for (byte[] next = next(); next != null; next = next()) {
          output.send(next);
        }
      } catch (IOException | OutOfMemoryError e) {
        lose();
      }
    }

    /** Ends the connection. Who reads from the JVM notices that, and reports its loss. */
    private synchronized void lose() {
      isLost = true;
      waiting.clear();
      try {
        connection.close();
      } catch (IOException e) {
        return; // it is of no use any more
      }
    }
  }
}
