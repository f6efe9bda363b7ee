package org.ronsel.runtime.control;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated control connection that carries frames, each as its length (4 bytes) and its
 * bytes. Any thread may send; one thread at a time receives.
 */
public final class FrameChannel implements FrameSender, AutoCloseable {
  /**
   * A frame grows its buffer by this much at a time, so that a lie about its length costs nothing.
   */
  private static final int CHUNK_BYTES = 1 << 16;

  /** So often in a row, and at this distance, a read without memory may fail: five seconds. */
  private static final int MOST_FAILURES = 50;

  private static final long AFTER_FAILURE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Socket socket;
  private final InputStream received;

  /** What is read only to see the connection end. Small: the socket's own buffer is there. */
  private final byte[] dropped = new byte[64];

  private final DataInputStream in;
  private final OutputStream out;
  private final ReentrantLock sending = new ReentrantLock();

  private FrameChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    received = socket.getInputStream();
    in = new DataInputStream(new BufferedInputStream(received));
    out = socket.getOutputStream();
  }

  /**
   * Proves to the launcher that this is JVM {@code jvm} of the job, and lets it prove itself.
   * Closes the socket if that fails.
   */
  public static FrameChannel connect(Socket socket, byte[] secret, int jvm) throws IOException {
    try {
      FrameChannel channel = new FrameChannel(socket);
      Handshake.prove(channel.in, channel.buffered(), secret, jvm);
      return channel;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** The launcher's end of a connection whose {@link Admission} is complete. */
  public static FrameChannel admitted(Socket socket) throws IOException {
    return new FrameChannel(socket);
  }

  private DataOutputStream buffered() {
    return new DataOutputStream(new BufferedOutputStream(out));
  }

  @Override
  public void send(Frame frame) throws IOException {
    send(encoded(frame));
  }

  /**
   * The bytes of a frame for {@link #send(byte[])}, which may be those for several connections.
   *
   * @throws FrameTooLongException if no connection would take them
   */
  public static byte[] encoded(Frame frame) throws FrameTooLongException {
    byte[] bytes = withLength(frame);
    if (bytes.length - Integer.BYTES > FrameCodec.MAX_LENGTH) {
      throw new FrameTooLongException(frame.getClass(), bytes.length - Integer.BYTES);
    }
    return bytes;
  }

  /**
   * Sends a frame that is there with its length. A platform thread that has sent one of this size
   * allocates nothing for the next. What the socket allocates it does before the first byte, so a
   * sender without memory has sent nothing.
   */
  public void send(byte[] frameWithLength) throws IOException {
    sending.lock();
    try {
      out.write(frameWithLength);
    } finally {
      sending.unlock();
    }
  }

  /** The bytes of a frame on the connection: its length, then its content. */
  static byte[] withLength(Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /**
   * The next frame.
   *
   * @throws java.io.EOFException if the other end is gone
   * @throws MalformedFrameException if what arrives is not a frame
   */
  public Frame receive() throws IOException {
    return FrameCodec.decode(receive(in, FrameCodec.MAX_LENGTH));
  }

  /**
   * The bytes of the next frame behind their length, of which nothing is believed.
   *
   * @param longest the length that a frame has at most
   * @throws java.io.EOFException if the other end is gone
   * @throws MalformedFrameException if no frame has this length
   */
  public static byte[] receive(DataInputStream in, int longest) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > longest) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    byte[] bytes = new byte[Math.min(length, CHUNK_BYTES)];
    in.readFully(bytes);
    while (bytes.length < length) {
      int have = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * have));
      in.readFully(bytes, have, bytes.length - have);
    }
    return bytes;
  }

  /**
   * The next frame, as {@link #receive} gives it, but by a look at the connection from time to time
   * instead of a blocking read.
   *
   * @param everyMs milliseconds between two looks
   */
  Frame receiveSparingly(int everyMs) throws IOException {
    socket.setSoTimeout(1);
    Frame frame = null;
    while (frame == null) {
      // A program may interrupt all threads of its group: that is no end of the connection.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(everyMs));
      frame = receiveIfThere();
    }
    return frame;
  }

  /**
   * Returns when the other end is gone; what it still sends is dropped. For a thread that has
   * received before and has no memory to go on with: allocates nothing. Where an exception of the
   * socket cannot be made either, this takes it for the end when it comes again and again.
   */
  void awaitGone() {
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
      try {
        socket.setSoTimeout(0);
        while (received.read(dropped) >= 0) {
          failures = 0;
        }
        return;
      } catch (IOException e) {
        return;
      } catch (OutOfMemoryError e) {
        var _ = Thread.interrupted();
        LockSupport.parkNanos(AFTER_FAILURE_NS);
      }
    }
  }

  private @Nullable Frame receiveIfThere() throws IOException {
    try {
      return receive();
    } catch (SocketTimeoutException e) {
      // A frame is sent in one piece, so none has been read in part.
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
