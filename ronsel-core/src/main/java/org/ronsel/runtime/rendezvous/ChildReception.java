package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.QuietConnections;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.UnprovenConnections;

/**
 * Admits the JVMs that connect to this one, if they know the secret. One thread does it, which
 * connections without a proof keep from nothing.
 */
final class ChildReception implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final JobMember member;
  private final HostTemplate hosts;
  private final int first;
  private final int count;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeMap<Integer, NetworkMeeting.Neighbor> there = new TreeMap<>();
  private @Nullable Selector selector;
  private @Nullable UnprovenConnections unproven;
  private volatile boolean closed;

  /** Why nobody can be accepted any more. */
  private @Nullable Throwable failure;

  private ChildReception(JobMember member, HostTemplate hosts, int first, int count) {
    this.member = member;
    this.hosts = hosts;
    this.first = first;
    this.count = count;
  }

  /**
   * Listens for children.
   *
   * @param first the first of them
   * @param count how many there are; without any nothing is done
   */
  static ChildReception open(
      JobMember member, HostTemplate hosts, byte[] secret, int first, int count)
      throws IOException {
    ChildReception reception = new ChildReception(member, hosts, first, count);
    if (count == 0) {
      return reception;
    }
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      var _ = listener.bind(address(member, hosts), BACKLOG);
    } catch (IOException e) {
      listener.close();
      RendezvousException refused =
          new RendezvousException(
              "cannot listen on "
                  + (member.listen().isEmpty() ? "" : member.listen() + " ")
                  + "port "
                  + hosts.port()
                  + ": "
                  + e.getMessage());
      refused.initCause(e);
      throw refused;
    }
    reception.listen(listener, secret);
    return reception;
  }

  private void listen(ServerSocketChannel listener, byte[] secret) throws IOException {
    Selector opened = Selector.open();
    UnprovenConnections connections =
        new UnprovenConnections(listener, opened, secret, member.jvms(), count, new Children());
    selector = opened;
    unproven = connections;
    Thread.ofPlatform()
        .daemon()
        .name("ronsel-meeting")
        .start(() -> acceptAll(listener, opened, connections));
  }

  private static InetSocketAddress address(JobMember member, HostTemplate hosts)
      throws IOException {
    return member.listen().isEmpty()
        ? new InetSocketAddress(hosts.port())
        : new InetSocketAddress(InetAddress.getByName(member.listen()), hosts.port());
  }

  private void acceptAll(
      ServerSocketChannel listener, Selector selector, UnprovenConnections connections) {
    try (selector;
        listener) {
      while (!closed) {
        selector.select(connections.isEmpty() ? 0 : UnprovenConnections.LOOK_MS);
        selector.selectedKeys().forEach(connections::listen);
        selector.selectedKeys().clear();
        connections.accept();
        connections.dropLate();
      }
    } catch (IOException | OutOfMemoryError e) {
      failed(e);
    } finally {
      connections.dropAll();
    }
  }

  /** Takes the connections of JVMs of the job. */
  private final class Children implements UnprovenConnections.Host {
    @Override
    public void admitted(SelectionKey key, int jvm) throws IOException {
      SocketChannel connection = (SocketChannel) key.channel();
      key.cancel();
      connection.configureBlocking(true);
      QuietConnections.keep(connection);
      Socket socket = connection.socket();
      FrameChannel channel = FrameChannel.admitted(socket);
      if (!keep(new NetworkMeeting.Neighbor(jvm, socket, channel))) {
        channel.send(
            new Frame.Abort(
                member.jvm(),
                1,
                hosts.host(member.jvm())
                    + " does not expect "
                    + member.name(jvm)
                    + ", which has come before; a program that a rank starts needs"
                    + " -Dronsel.pmi=off",
                ""));
        throw new IOException("it has come before");
      }
      channel.send(
          new Frame.Hello(
              member.jvm(), ProcessHandle.current().pid(), System.getProperty("java.version")));
    }

    /** They are counted, as they may be JVMs of the job with another secret. */
    @Override
    public void turnedAway(String reason) {}
  }

  private boolean keep(NetworkMeeting.Neighbor child) {
    lock.lock();
    try {
      if (closed
          || child.jvm() < first
          || child.jvm() >= first + count
          || there.putIfAbsent(child.jvm(), child) != null) {
        return false;
      }
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void failed(Throwable e) {
    lock.lock();
    try {
      failure = e;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The children that have come so far. */
  List<NetworkMeeting.Neighbor> there() {
    lock.lock();
    try {
      return new ArrayList<>(there.values());
    } finally {
      lock.unlock();
    }
  }

  /** Returns when all children are there. */
  void await(Deadline deadline) throws IOException {
    lock.lock();
    try {
      while (there.size() < count) {
        Throwable why = failure;
        if (why != null) {
          RendezvousException cannot =
              new RendezvousException("this JVM can accept no more connections: " + why);
          cannot.initCause(why);
          throw cannot;
        }
        if (deadline.isOver()) {
          throw late(deadline);
        }
        var _ = changed.await(deadline.leftMs(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      RendezvousException interrupted = new RendezvousException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      lock.unlock();
    }
  }

  private RendezvousException late(Deadline deadline) {
    List<String> missing = new ArrayList<>();
    for (int jvm = first; jvm < first + count; jvm++) {
      if (!there.containsKey(jvm)) {
        missing.add(hosts.host(jvm));
      }
    }
    UnprovenConnections of = unproven;
    int strangers = of == null ? 0 : of.dropped();
    return new RendezvousException(
        "not all JVMs of the job have come "
            + deadline.text()
            + "; missing: "
            + String.join(", ", missing)
            + (strangers == 0
                ? ""
                : "; connections that did not prove the secret of the job: " + strangers)
            + (member.kubernetes()
                ? "; 'kubectl get pods' shows whether they run"
                : "; have they been started there?"));
  }

  /** Stops listening; connections that have been admitted stay. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    Selector by = selector;
    if (by != null) {
      var _ = by.wakeup();
    }
  }
}
