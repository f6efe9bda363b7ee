package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * A connection whose bytes travel in records of TLS 1.3, of up to 16 KB each.
 *
 * <p>To the writing thread it is like a socket: bytes that it has taken, the system has taken. It
 * encrypts some records at once, and while the system has not taken all of their bytes, the last
 * byte of what is in them counts as not written. So the writing thread comes again until all is
 * written, and needs not know of a second buffer. He comes with that byte, which is then passed
 * over.
 *
 * <p>Messages of TLS itself come between the data: a new key of the other end, which wants to be
 * answered before the next data, and is; its sessions, which are never resumed; its end.
 */
final class TlsConnection implements Connection {
  /** Records that are encrypted, or read, at once. */
  static final int RECORDS = 4;

  private static final ByteBuffer[] NOTHING = {};

  private final ByteChannel channel;
  private final SSLEngine engine;

  // ---- reading: the reading thread ----

  /** Bytes that have arrived and are encrypted, between position and limit. */
  private final ByteBuffer in;

  /** Bytes that have been decrypted and not been read, since there was no room for them. */
  private final ByteBuffer decrypted;

  private final ByteBuffer[] oneToRead = new ByteBuffer[1];

  /** Whether {@link #in} has no whole record. */
  private boolean starved;

  /** The other end has said that it sends nothing more. */
  private boolean ended;

  // ---- writing: the thread that holds the lock ----

  /**
   * Held while writing, so that the thread that closes the connection says so only between two
   * records.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** Bytes that have been encrypted and not been written, between position and limit. */
  private final ByteBuffer out;

  private final ByteBuffer[] oneToWrite = new ByteBuffer[1];

  /** The positions of the buffers at the beginning of a write. */
  private int[] starts = new int[2];

  /** The next byte that is to be written has been encrypted already. */
  private boolean withheld;

  /**
   * Goes on where a handshake has ended.
   *
   * @param in what has arrived behind it
   */
  TlsConnection(ByteChannel channel, SSLEngine engine, ByteBuffer in) {
    this.channel = channel;
    this.engine = engine;
    this.in = in;
    this.decrypted = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).limit(0);
    this.out = ByteBuffer.allocate(RECORDS * engine.getSession().getPacketBufferSize()).limit(0);
  }

  // ---- reading ----

  @Override
  public int read(ByteBuffer into) throws IOException {
    oneToRead[0] = into;
    return (int) read(oneToRead);
  }

  @Override
  public long read(ByteBuffer[] into) throws IOException {
    try {
      return readRecords(into);
    } catch (SSLException | RuntimeException e) {
      throw new IOException(
          "what comes of it was changed on its way, or is not its own: " + e.getMessage(), e);
    }
  }

  private long readRecords(ByteBuffer[] into) throws IOException {
    long count = 0;
    while (hasRemaining(into)) {
      if (decrypted.hasRemaining()) {
        count += move(decrypted, into);
        continue;
      }
      SSLEngineResult result = engine.unwrap(in, into);
      boolean aside = result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW;
      if (aside) {
        result = engine.unwrap(in, decrypted.clear());
        decrypted.flip();
      }
      switch (result.getStatus()) {
        case OK -> {
          starved = false;
          count += aside ? 0 : result.bytesProduced();
          mind(result);
        }
        case BUFFER_OVERFLOW -> throw new SSLException("a record is too long");
        case BUFFER_UNDERFLOW -> {
          starved = true;
          // What there is goes first: another look at the channel may find nothing.
          int more = count > 0 ? 0 : fill();
          if (more <= 0) {
            return count > 0 ? count : more;
          }
        }
        case CLOSED -> {
          ended = true;
          return count > 0 ? count : -1;
        }
      }
    }
    return count;
  }

  /** Handles the result for a record that has been read or written. */
  private void mind(SSLEngineResult result) throws SSLException {
    if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
      TlsHandshake.runTasks(engine);
    } else if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
      throw new SSLException("it does not go on: " + result);
    }
  }

  private int fill() throws IOException {
    in.compact();
    try {
      int count = channel.read(in);
      starved = count <= 0;
      return count;
    } finally {
      in.flip();
    }
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public boolean holdsMore() {
    return ended || decrypted.hasRemaining() || in.hasRemaining() && !starved;
  }

  private static boolean hasRemaining(ByteBuffer[] buffers) {
    for (ByteBuffer each : buffers) {
      if (each.hasRemaining()) {
        return true;
      }
    }
    return false;
  }

  private static int move(ByteBuffer from, ByteBuffer[] into) {
    int before = from.remaining();
    for (ByteBuffer each : into) {
      int bytes = Math.min(from.remaining(), each.remaining());
      each.put(each.position(), from, from.position(), bytes);
      each.position(each.position() + bytes);
      from.position(from.position() + bytes);
    }
    return before - from.remaining();
  }

  // ---- writing ----

  @Override
  public int write(ByteBuffer from) throws IOException {
    writing.lock();
    try {
      oneToWrite[0] = from;
      return (int) writeRecords(oneToWrite);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public long write(ByteBuffer[] from) throws IOException {
    writing.lock();
    try {
      return writeRecords(from);
    } finally {
      writing.unlock();
    }
  }

  private long writeRecords(ByteBuffer[] from) throws IOException {
    remember(from);
    while (true) {
      if (!flush()) {
        withhold(from);
        return taken(from);
      }
      if (!hasRemaining(from)) {
        return taken(from);
      }
      if (withheld) {
        withheld = false;
        passOver(from);
      } else {
        encrypt(from);
      }
    }
  }

  private void remember(ByteBuffer[] from) {
    if (starts.length < from.length) {
      starts = new int[from.length];
    }
    for (int i = 0; i < from.length; i++) {
      starts[i] = from[i].position();
    }
  }

  private long taken(ByteBuffer[] from) {
    long count = 0;
    for (int i = 0; i < from.length; i++) {
      count += from[i].position() - starts[i];
    }
    return count;
  }

  /** The last byte that has been taken now, if any, is to come again. */
  private void withhold(ByteBuffer[] from) {
    for (int i = from.length - 1; i >= 0; i--) {
      if (from[i].position() > starts[i]) {
        from[i].position(from[i].position() - 1);
        withheld = true;
        return;
      }
    }
  }

  private static void passOver(ByteBuffer[] from) {
    for (ByteBuffer each : from) {
      if (each.hasRemaining()) {
        each.position(each.position() + 1);
        return;
      }
    }
  }

  /** Encrypts as much as there is room for. */
  private void encrypt(ByteBuffer[] from) throws IOException {
    int record = engine.getSession().getPacketBufferSize();
    out.clear();
    try {
      while (hasRemaining(from) && out.remaining() >= record) {
        SSLEngineResult result = engine.wrap(from, out);
        if (result.getStatus() != SSLEngineResult.Status.OK) {
          throw new ClosedChannelException();
        }
        mind(result);
      }
    } finally {
      out.flip();
    }
  }

  /** Writes what has been encrypted; whether the channel has taken it all. */
  private boolean flush() throws IOException {
    if (out.hasRemaining()) {
      channel.write(out);
    }
    return !out.hasRemaining();
  }

  // ---- the end ----

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  /**
   * Says to the other end that this one ends, or what is wrong with it, if that is possible now.
   */
  @Override
  public void close() throws IOException {
    if (channel.isOpen() && writing.tryLock()) {
      try {
        engine.closeOutbound();
        if (flush()) {
          engine.wrap(NOTHING, out.clear());
          out.flip();
          flush();
        }
      } catch (IOException gone) {
        out.clear().limit(0); // nothing more is written
      } finally {
        writing.unlock();
      }
    }
    channel.close();
  }
}
