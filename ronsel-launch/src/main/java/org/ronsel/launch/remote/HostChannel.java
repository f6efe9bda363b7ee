package org.ronsel.launch.remote;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.FrameTooLongException;
import org.ronsel.runtime.control.MalformedFrameException;

/**
 * Frames between launcher and agent on two streams, each as its length (4 bytes) and its bytes. The
 * agent begins with a line of text, before which the remote shell may print other lines. Any thread
 * may send; one thread at a time receives.
 */
public final class HostChannel {
  private static final String GREETING = "ronsel-agent ";
  private static final int LONGEST_LINE = 4096;
  private static final int LONGEST_QUOTE = 80;

  private final DataInputStream in;
  private final OutputStream out;
  private final ReentrantLock sending = new ReentrantLock();

  /** Creates a channel on these streams. */
  public HostChannel(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    this.out = out;
  }

  /** The versions of the agent, sent before the first frame. */
  public record Greeting(int version, int javaFeature) {}

  /** Sends the greeting; called by the agent. */
  public void greet(Greeting greeting) throws IOException {
    // On a line of its own, even if the shell has printed part of a line.
    String line = "\n" + GREETING + greeting.version() + " " + greeting.javaFeature() + "\n";
    out.write(line.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /**
   * Waits for the agent's greeting.
   *
   * @param shell receives each line that comes before it
   * @throws java.io.EOFException if none comes
   */
  public Greeting awaitGreeting(Consumer<String> shell) throws IOException {
    while (true) {
      String line = line();
      if (line.matches(GREETING + "\\d{1,9} \\d{1,4}")) {
        String[] words = line.split(" ", -1);
        return new Greeting(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      }
      if (!line.isBlank()) {
        shell.accept(line);
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.readUnsignedByte(); b != '\n'; b = in.readUnsignedByte()) {
      if (line.length() < LONGEST_LINE) {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  /**
   * Sends a frame; blocks while the other end does not read.
   *
   * @throws FrameTooLongException if the frame cannot be sent, but others can
   */
  public void send(HostFrame frame) throws IOException {
    send(encoded(frame));
  }

  /**
   * The bytes of a frame with their length, which may be sent to several hosts.
   *
   * @throws FrameTooLongException if the frame cannot be sent, but others can
   */
  public static byte[] encoded(HostFrame frame) throws FrameTooLongException {
    byte[] bytes = HostFrameCodec.encode(frame);
    if (bytes.length > HostFrameCodec.MAX_LENGTH) {
      throw new FrameTooLongException(frame.getClass(), bytes.length);
    }
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  /** Sends a frame that is there with its length; blocks while the other end does not read. */
  public void send(byte[] frameWithLength) throws IOException {
    sending.lock();
    try {
      out.write(frameWithLength);
      out.flush();
    } finally {
      sending.unlock();
    }
  }

  /**
   * Receives the next frame.
   *
   * @throws java.io.EOFException if the other end is gone
   * @throws MalformedFrameException if what comes is no frame; it quotes a text that comes instead
   */
  public HostFrame receive() throws IOException {
    in.mark(LONGEST_QUOTE);
    try {
      return HostFrameCodec.decode(FrameChannel.receive(in, HostFrameCodec.MAX_LENGTH));
    } catch (MalformedFrameException e) {
      throw new MalformedFrameException(e.getMessage() + quote());
    }
  }

  /** The text that has come in place of the last frame, if it is one and not too long ago. */
  private String quote() {
    try {
      in.reset();
      byte[] bytes = in.readNBytes(Math.min(in.available(), LONGEST_QUOTE));
      String line = new String(bytes, StandardCharsets.ISO_8859_1).split("\\R", 2)[0];
      return line.matches("[ -~]+") ? ", '" + line + "'" : "";
    } catch (IOException e) {
      return "";
    }
  }

  /** Closes the output, which ends the stream at the other end. */
  public void closeOutput() throws IOException {
    out.close();
  }
}
