package org.ronsel.launch.jvm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Admission;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;

/**
 * Accepts the control connections of the JVMs of a job on the loopback interface. One thread
 * handles all connections that have not proved the secret of the job yet, and keeps a bounded
 * number of them: the one that has been silent for longest is closed first. A JVM of the job proves
 * the secret within milliseconds, and connects again if it was closed. Each JVM gets a thread that
 * reads its frames. When all have connected no more connections are accepted.
 */
final class ControlServer implements AutoCloseable {
  /** Most connections without a proof, besides one for each JVM of the job. */
  private static final int GUESTS = 64;

  private static final long PROOF_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

  /** Most failures in a row; a permanent one must not keep this thread busy. */
  private static final int MOST_FAILURES = 100;

  /** Interval of the checks for connections whose time is up, in milliseconds. */
  private static final long LOOK_MS = 1000;

  /** Most connections that the system keeps until they are accepted; it has a limit of its own. */
  private static final int BACKLOG = 4096;

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final byte[] secret;
  private final int jvms;
  private final int expected;
  private final Consumer<Event> events;

  /**
   * Connections in the order of their last data; used by the accepting thread, like the next
   * fields.
   */
  private final Set<Guest> guests = new LinkedHashSet<>();

  private final BitSet present = new BitSet();
  private int failures;
  private boolean turnedAwaySaid;

  private volatile boolean closed;

  /** A connection that has not proved the secret. */
  private static final class Guest {
    final SocketChannel connection;
    final Admission admission;
    final long sinceNs = System.nanoTime();

    Guest(SocketChannel connection, Admission admission) {
      this.connection = connection;
      this.admission = admission;
    }
  }

  /** Creates a server for all JVMs of a job. */
  ControlServer(byte[] secret, int jvms, Consumer<Event> events) throws IOException {
    this(secret, jvms, jvms, events);
  }

  /**
   * Opens a port that the system chooses, and accepts connections from now on.
   *
   * @param jvms upper bound of the indexes of JVMs
   * @param expected number of JVMs that will connect
   */
  ControlServer(byte[] secret, int jvms, int expected, Consumer<Event> events) throws IOException {
    this.secret = secret.clone();
    this.jvms = jvms;
    this.expected = expected;
    this.events = events;
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    Thread.ofPlatform().daemon().name("ronsel-accept").start(this::serve);
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
        selector.select(guests.isEmpty() ? 0 : LOOK_MS);
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.attachment() instanceof Guest guest) {
            listen(guest);
          }
        }
        selector.selectedKeys().clear();
        accept();
        dropLate();
      }
    } catch (IOException | OutOfMemoryError e) {
      events.accept(new Event.CannotAccept(e));
    } finally {
      guests.forEach(ControlServer::hangUp);
    }
  }

  private void accept() throws IOException {
    for (int i = 0; i < GUESTS; i++) {
      SocketChannel connection = acceptOne();
      if (connection == null) {
        return;
      }
      connection.configureBlocking(false);
      Guest guest = new Guest(connection, new Admission(secret, jvms));
      connection.register(selector, SelectionKey.OP_READ, guest);
      guests.add(guest);
      if (guests.size() > expected + GUESTS) {
        dropOne();
      }
    }
  }

  /**
   * Accepts the next waiting connection; null if there is none. If this process has too many open
   * files it closes unproved connections.
   */
  private @Nullable SocketChannel acceptOne() throws IOException {
    while (true) {
      try {
        SocketChannel connection = listener.accept();
        failures = 0;
        return connection;
      } catch (IOException e) {
        if (!guests.isEmpty()) {
          dropOne();
          selector.selectNow(); // a closed connection keeps its file until this call
        } else if (++failures > MOST_FAILURES || StartUp.isLackOfFiles(e)) {
          throw e;
        } else {
          return null; // perhaps the other end was gone already
        }
      }
    }
  }

  /** Closes the connection that has been silent for longest. */
  private void dropOne() {
    drop(guests.iterator().next());
  }

  private void dropLate() {
    long now = System.nanoTime();
    List.copyOf(guests).stream()
        .filter(guest -> now - guest.sinceNs > PROOF_WITHIN_NS)
        .forEach(this::drop);
  }

  private void drop(Guest guest) {
    guests.remove(guest);
    hangUp(guest);
  }

  private static void hangUp(Guest guest) {
    try {
      guest.connection.close();
    } catch (IOException e) {
      // It does not matter whether the close succeeded.
      return;
    }
  }

  private void listen(Guest guest) {
    Admission admission = guest.admission;
    try {
      if (!hasAll(guest)) {
        return;
      }
      ByteBuffer answer = admission.proceed();
      if (answer == null) {
        admit(guest);
      } else {
        guest.connection.write(answer); // the first bytes always fit the send buffer
        guests.remove(guest);
        guests.add(guest);
      }
    } catch (IOException e) {
      drop(guest);
      turnedAway(String.valueOf(e.getMessage()));
    }
  }

  /** Reads available bytes; returns whether the awaited message is complete. */
  private boolean hasAll(Guest guest) {
    ByteBuffer wanted = guest.admission.wanted();
    try {
      int count = guest.connection.read(wanted);
      if (count < 0) {
        drop(guest);
      }
    } catch (IOException reset) {
      drop(guest);
    }
    return !wanted.hasRemaining();
  }

  private void admit(Guest guest) throws IOException {
    int jvm = guest.admission.jvm();
    if (present.get(jvm)) {
      throw new IOException("JVM " + jvm + " has connected already");
    }
    present.set(jvm);
    guests.remove(guest);
    guest.connection.keyFor(selector).cancel();
    guest.connection.configureBlocking(true);
    FrameChannel channel = FrameChannel.admitted(guest.connection.socket());
    Thread.ofPlatform().daemon().name("ronsel-control-" + jvm).start(() -> read(channel, jvm));
  }

  /** Reports a refused connection, once only, even if there are a thousand of them. */
  private void turnedAway(String reason) {
    if (!turnedAwaySaid) {
      turnedAwaySaid = true;
      events.accept(new Event.TurnedAway(reason));
    }
  }

  private void read(FrameChannel channel, int jvm) {
    try (channel) {
      events.accept(new Event.Connected(jvm, channel));
      while (true) {
        Frame frame = channel.receive();
        events.accept(new Event.Received(jvm, frame));
      }
    } catch (IOException e) {
      events.accept(new Event.Disconnected(jvm, String.valueOf(e.getMessage())));
    }
  }
}
