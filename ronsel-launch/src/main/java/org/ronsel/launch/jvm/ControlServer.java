package org.ronsel.launch.jvm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.function.Consumer;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.UnprovenConnections;

/**
 * Accepts the control connections of the JVMs of a job on the loopback interface. One thread looks
 * after all connections that have not proved the secret of the job yet ({@link
 * UnprovenConnections}). Each JVM gets a thread that reads its frames. When all are there nobody is
 * accepted any more.
 */
final class ControlServer implements AutoCloseable {
  /** Connections that the system may keep until they are accepted; it has a limit of its own. */
  private static final int BACKLOG = 4096;

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final int expected;
  private final Consumer<Event> events;
  private final SendQueues queues = new SendQueues();

  // Of the accepting thread.
  private final UnprovenConnections unproven;
  private final BitSet present = new BitSet();
  private boolean turnedAwaySaid;

  private volatile boolean closed;

  /**
   * Opens a port that the system chooses; accepts from now on.
   *
   * @param jvms upper bound of the indexes of JVMs
   * @param expected how many of them will come
   */
  ControlServer(byte[] secret, int jvms, int expected, Consumer<Event> events) throws IOException {
    this.expected = expected;
    this.events = events;
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    unproven = new UnprovenConnections(listener, selector, secret, jvms, expected, new Host());
    DaemonThread.start("accept", this::serve);
  }

  /** The port. */
  int port() {
    return listener.socket().getLocalPort();
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  private void serve() {
    try (selector;
        listener) {
      while (present.cardinality() < expected && !closed) {
        selector.select(unproven.isEmpty() ? 0 : UnprovenConnections.LOOK_MS);
        selector.selectedKeys().forEach(unproven::listen);
        selector.selectedKeys().clear();
        unproven.accept();
        unproven.dropLate();
      }
    } catch (IOException | OutOfMemoryError e) {
      events.accept(new Event.CannotAccept(e));
    } finally {
      unproven.dropAll();
    }
  }

  /** Takes the connections of JVMs of the job. */
  private final class Host implements UnprovenConnections.Host {
    @Override
    public void admitted(SelectionKey key, int jvm) throws IOException {
      if (present.get(jvm)) {
        throw new IOException("JVM " + jvm + " has connected already");
      }
      present.set(jvm);
      SocketChannel connection = (SocketChannel) key.channel();
      key.cancel();
      connection.configureBlocking(true);
      FrameChannel channel = FrameChannel.admitted(connection.socket());
      DaemonThread.start("control-" + jvm, () -> read(channel, jvm));
    }

    /** Says so once: whoever connects a thousand times is one matter. */
    @Override
    public void turnedAway(String reason) {
      if (!turnedAwaySaid) {
        turnedAwaySaid = true;
        events.accept(new Event.TurnedAway(reason));
      }
    }
  }

  private void read(FrameChannel channel, int jvm) {
    try (channel) {
      events.accept(new Event.Connected(jvm, queues.of(channel, jvm)));
      while (true) {
        Frame frame = channel.receive();
        events.accept(new Event.Received(jvm, frame));
      }
    } catch (IOException e) {
      events.accept(new Event.Disconnected(jvm, String.valueOf(e.getMessage())));
    }
  }
}
