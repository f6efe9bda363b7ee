package org.ronsel.runtime.control;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated control connection that carries frames, each as its length (4 bytes) and its
 * bytes. Any thread may send; one thread at a time receives.
 */
public final class FrameChannel implements AutoCloseable {
  /** How long the other end may take for its part of the handshake, in milliseconds. */
  private static final int HANDSHAKE_TIMEOUT_MS = 10_000;

  /**
   * A frame grows its buffer by this much at a time, so that a lie about its length costs nothing.
   */
  private static final int CHUNK_BYTES = 1 << 16;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final ReentrantLock sending = new ReentrantLock();

  private FrameChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** A connection together with the JVM that proved to be at its other end. */
  public record Accepted(FrameChannel channel, int jvm) {}

  /**
   * Proves to the launcher that this is JVM {@code jvm} of the job, and lets it prove itself.
   * Closes the socket if that fails.
   */
  public static FrameChannel connect(Socket socket, byte[] secret, int jvm) throws IOException {
    try {
      FrameChannel channel = new FrameChannel(socket);
      Handshake.prove(channel.in, channel.out, secret, jvm);
      return channel;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** The launcher's counterpart of {@link #connect}; blocks for ten seconds at most. */
  public static Accepted accept(Socket socket, byte[] secret, int jvms) throws IOException {
    try {
      socket.setSoTimeout(HANDSHAKE_TIMEOUT_MS);
      FrameChannel channel = new FrameChannel(socket);
      int jvm = Handshake.verify(channel.in, channel.out, secret, jvms);
      socket.setSoTimeout(0);
      return new Accepted(channel, jvm);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Sends a frame; blocks only while the connection is full. */
  public void send(Frame frame) throws IOException {
    byte[] bytes = FrameCodec.encode(frame);
    if (bytes.length > FrameCodec.MAX_LENGTH) {
      throw new IOException("a frame of " + bytes.length + " bytes is too long");
    }
    sending.lock();
    try {
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
    } finally {
      sending.unlock();
    }
  }

  /**
   * The next frame.
   *
   * @throws java.io.EOFException if the other end is gone
   * @throws MalformedFrameException if what arrives is not a frame
   */
  public Frame receive() throws IOException {
    int length = in.readInt();
    if (length < 1 || length > FrameCodec.MAX_LENGTH) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    byte[] bytes = new byte[Math.min(length, CHUNK_BYTES)];
    in.readFully(bytes);
    while (bytes.length < length) {
      int have = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * have));
      in.readFully(bytes, have, bytes.length - have);
    }
    return FrameCodec.decode(bytes);
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
      try {
        Thread.sleep(everyMs);
      } catch (InterruptedException e) {
        throw new InterruptedIOException("interrupted");
      }
      frame = receiveIfThere();
    }
    return frame;
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
