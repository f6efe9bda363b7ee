package org.ronsel.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of TLS on a connection whose both ends have proved the job's secret, by bytes as
 * they come; of the selector's thread.
 */
final class TlsHandshake {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ByteChannel channel;
  private final SSLEngine engine;

  /** Bytes that have arrived and not been looked at, between position and limit. */
  private final ByteBuffer in;

  private final ByteBuffer out;
  private int records;

  TlsHandshake(ByteChannel channel, SSLEngine engine) throws SSLException {
    this.channel = channel;
    this.engine = engine;
    int record = engine.getSession().getPacketBufferSize();
    this.in = ByteBuffer.allocate(TlsConnection.RECORDS * record).limit(0);
    this.out = ByteBuffer.allocate(record);
    engine.beginHandshake();
  }

  /** How many records both ends have said so far: more of them are progress. */
  int records() {
    return records;
  }

  /**
   * Goes on as far as what has arrived allows.
   *
   * @return the connection, once its both ends have shown their certificates; until then null
   * @throws EOFException if the other end has hung up
   * @throws IOException if it is not the expected peer, or does not speak TLS
   */
  @Nullable TlsConnection proceed() throws IOException {
    try {
      while (true) {
        switch (engine.getHandshakeStatus()) {
          case NEED_TASK -> runTasks(engine);
          case NEED_WRAP -> say();
          case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
            if (!hear()) {
              return null;
            }
          }
          default -> {
            return new TlsConnection(channel, engine, in);
          }
        }
      }
    } catch (SSLException | RuntimeException e) {
      sayWhy();
      throw new IOException(reason(e), e);
    }
  }

  /** The computations take a millisecond in the handshake, and none later. */
  static void runTasks(SSLEngine engine) {
    for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
      task.run();
    }
  }

  private void say() throws IOException {
    SSLEngineResult result = engine.wrap(NOTHING, out.clear());
    if (result.getStatus() != SSLEngineResult.Status.OK) {
      throw new SSLException("it ends in its handshake");
    }
    TcpSelector.send(channel, out.flip());
    records++;
  }

  /** Takes in a record; whether there was one. */
  private boolean hear() throws IOException {
    while (true) {
      switch (engine.unwrap(in, NOTHING).getStatus()) {
        case OK -> {
          records++;
          return true;
        }
        case BUFFER_UNDERFLOW -> {
          if (!fill()) {
            return false;
          }
        }
        default -> throw new SSLException("it ends in its handshake");
      }
    }
  }

  private boolean fill() throws EOFException {
    int count;
    in.compact();
    try {
      count = channel.read(in);
    } catch (IOException reset) {
      count = -1;
    } finally {
      in.flip();
    }
    if (count < 0) {
      throw new EOFException("it hung up");
    }
    return count > 0;
  }

  /** Tells the other end, if it listens, what is wrong with it. */
  private void sayWhy() {
    try {
      if (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
        engine.wrap(NOTHING, out.clear());
        channel.write(out.flip());
      }
    } catch (IOException e) {
      return; // it is of no use to it
    }
  }

  private static String reason(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return String.valueOf(cause.getMessage());
      }
    }
    return "its TLS handshake fails: " + e.getMessage();
  }
}
