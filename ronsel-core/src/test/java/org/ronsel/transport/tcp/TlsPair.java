package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Two ends of an encrypted connection in one thread, and what lies between them. */
final class TlsPair {
  static {
    ShortKeyLimits.set();
  }

  /** Bytes on their way in one direction. */
  static final class Pipe {
    private byte[] bytes = new byte[1 << 16];
    private int start;
    private int end;
    private boolean ended;

    /** What it takes until {@link #room} is set anew. */
    int room = Integer.MAX_VALUE;

    int held() {
      return end - start;
    }

    byte[] contents() {
      return Arrays.copyOfRange(bytes, start, end);
    }

    /** Changes a bit of a byte that is on its way. */
    void flip(int at, int bit) {
      bytes[start + at] ^= (byte) (1 << bit);
    }

    void put(byte[] more) {
      write(ByteBuffer.wrap(more), more.length);
    }

    void clear() {
      start = end;
    }

    private int write(ByteBuffer from, int most) {
      int count = Math.min(Math.min(from.remaining(), most), room);
      if (bytes.length - end < count) {
        byte[] larger = new byte[2 * (held() + count)];
        System.arraycopy(bytes, start, larger, 0, held());
        end = held();
        start = 0;
        bytes = larger;
      }
      from.get(bytes, end, count);
      end += count;
      room -= count;
      return count;
    }

    private int read(ByteBuffer into, int most) {
      int count = Math.min(Math.min(into.remaining(), most), held());
      into.put(bytes, start, count);
      start += count;
      return count == 0 && ended ? -1 : count;
    }
  }

  /** Gives and takes, at a time, up to a number of bytes that changes. */
  static final class End implements ByteChannel {
    private final Pipe in;
    private final Pipe out;
    private final Random random;
    private boolean open = true;

    /** The bounds of these numbers; 0 for none. */
    int mostRead;

    int mostWritten;

    End(Pipe in, Pipe out, Random random) {
      this.in = in;
      this.out = out;
      this.random = random;
    }

    private int upTo(int most) {
      return most == 0 ? Integer.MAX_VALUE : random.nextInt(most + 1);
    }

    @Override
    public int read(ByteBuffer into) {
      return in.read(into, upTo(mostRead));
    }

    @Override
    public int write(ByteBuffer from) {
      return out.write(from, upTo(mostWritten));
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
      out.ended = true;
    }
  }

  final Pipe there = new Pipe();
  final Pipe back = new Pipe();
  final End connectingEnd;
  final End acceptingEnd;
  final TlsHandshake connecting;
  final TlsHandshake accepting;
  private @Nullable TlsConnection first;
  private @Nullable TlsConnection second;

  TlsPair(Random random) throws IOException {
    TlsIdentity one = new TlsIdentity();
    TlsIdentity other = new TlsIdentity();
    connectingEnd = new End(back, there, random);
    acceptingEnd = new End(there, back, random);
    connecting = new TlsHandshake(connectingEnd, one.engine(true, other.fingerprint()));
    accepting = new TlsHandshake(acceptingEnd, other.engine(false, one.fingerprint()));
  }

  /** Two ends that have shown each other their certificates. */
  static TlsPair met(Random random) throws IOException {
    TlsPair pair = new TlsPair(random);
    while (!pair.meet()) {
      // The next flight is on its way.
    }
    return pair;
  }

  /** One step of both ends; whether the handshake is done. */
  boolean meet() throws IOException {
    first = first == null ? connecting.proceed() : first;
    second = second == null ? accepting.proceed() : second;
    return first != null && second != null;
  }

  /** That of who has connected. */
  TlsConnection first() {
    return there(first);
  }

  TlsConnection second() {
    return there(second);
  }

  private static TlsConnection there(@Nullable TlsConnection connection) {
    if (connection == null) {
      throw new IllegalStateException("the handshake is not done");
    }
    return connection;
  }
}
