package org.ronsel.bench.limit;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.VerificationException;

/**
 * A ping-pong over one TCP connection of the loopback interface: no delay, nonblocking, spinning,
 * direct buffers. An operation is half a round trip. The first eight bytes carry the number of the
 * message.
 */
final class LoopbackSocket implements TimedLoop, AutoCloseable {
  private final SocketChannel near;
  private final SocketChannel far;
  private final ByteBuffer nearBuffer;
  private final ByteBuffer farBuffer;
  private final Partner partner;
  private long counter;

  LoopbackSocket(int size) throws IOException {
    nearBuffer = ByteBuffer.allocateDirect(Math.max(1, size)).order(ByteOrder.LITTLE_ENDIAN);
    farBuffer = ByteBuffer.allocateDirect(Math.max(1, size)).order(ByteOrder.LITTLE_ENDIAN);
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      near = SocketChannel.open(server.getLocalAddress());
      far = server.accept();
    }
    for (SocketChannel channel : new SocketChannel[] {near, far}) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
    }
    partner = new Partner(this::answer);
  }

  @Override
  public long run(int iterations, boolean checked) {
    partner.begin(iterations);
    boolean numbered = nearBuffer.capacity() >= Long.BYTES;
    long sum = 0;
    long from = counter;
    counter += iterations;
    long start = System.nanoTime();
    try {
      for (int i = 0; i < iterations; i++) {
        if (numbered) {
          nearBuffer.putLong(0, from + i);
        }
        write(near, nearBuffer);
        read(near, nearBuffer);
        if (numbered) {
          sum += nearBuffer.getLong(0);
        }
      }
    } catch (IOException e) {
      throw closed(e);
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; numbered && i < iterations; i++) {
      expected += from + i + 1;
    }
    VerificationException.requireEqual("the sum of the answers' numbers", sum, expected);
    return elapsed;
  }

  private void answer(int iterations) {
    boolean numbered = farBuffer.capacity() >= Long.BYTES;
    try {
      for (int i = 0; i < iterations; i++) {
        read(far, farBuffer);
        if (numbered) {
          farBuffer.putLong(0, farBuffer.getLong(0) + 1);
        }
        write(far, farBuffer);
      }
    } catch (IOException e) {
      throw closed(e);
    }
  }

  private static void write(SocketChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private static void read(SocketChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the other side has closed the connection");
      }
    }
  }

  /** Closes both ends, so that the other thread does not spin on a dead connection. */
  private UncheckedIOException closed(IOException e) {
    try {
      near.close();
      far.close();
    } catch (IOException second) {
      e.addSuppressed(second);
    }
    return new UncheckedIOException(e);
  }

  @Override
  public void close() throws IOException {
    partner.close();
    near.close();
    far.close();
  }
}
