package org.ronsel.runtime.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Admission;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;

/** Admits the JVMs that connect to this one, if they know the secret. */
final class ChildReception implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final int PROOF_MS = 20_000;

  /** Connections that have proved nothing, besides one for each child. */
  private static final int MOST_STRANGERS = 64;

  private final JobMember member;
  private final HostTemplate hosts;
  private final byte[] secret;
  private final int first;
  private final int count;
  private final Semaphore room;
  private final @Nullable ServerSocket listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeMap<Integer, NetworkMeeting.Neighbour> there = new TreeMap<>();
  private int strangers;
  private boolean closed;

  private ChildReception(
      JobMember member,
      HostTemplate hosts,
      byte[] secret,
      int first,
      int count,
      @Nullable ServerSocket listener) {
    this.member = member;
    this.hosts = hosts;
    this.secret = secret;
    this.first = first;
    this.count = count;
    this.listener = listener;
    room = new Semaphore(MOST_STRANGERS + count);
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
    if (count == 0) {
      return new ChildReception(member, hosts, secret, first, count, null);
    }
    ServerSocket listener = new ServerSocket();
    try {
      listener.setReuseAddress(true);
      listener.bind(address(member, hosts), BACKLOG);
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
    ChildReception reception = new ChildReception(member, hosts, secret, first, count, listener);
    Thread.ofPlatform().daemon().name("ronsel-meeting").start(() -> reception.acceptAll(listener));
    return reception;
  }

  private static InetSocketAddress address(JobMember member, HostTemplate hosts)
      throws IOException {
    return member.listen().isEmpty()
        ? new InetSocketAddress(hosts.port())
        : new InetSocketAddress(InetAddress.getByName(member.listen()), hosts.port());
  }

  private void acceptAll(ServerSocket from) {
    while (true) {
      try {
        Socket socket = from.accept();
        if (room.tryAcquire()) {
          Thread admission =
              Thread.ofPlatform()
                  .daemon()
                  .name("ronsel-admission")
                  .unstarted(() -> receive(socket));
          admission.start();
        } else {
          socket.close();
        }
      } catch (IOException e) {
        return; // closed, as all are there or none waits any more
      }
    }
  }

  private void receive(Socket socket) {
    boolean kept = false;
    try {
      socket.setSoTimeout(PROOF_MS);
      Admission admission = new Admission(secret, member.jvms());
      while (!admission.isComplete()) {
        ByteBuffer answer = filled(admission, socket.getInputStream()).proceed();
        if (answer != null) {
          socket.getOutputStream().write(answer.array(), 0, answer.limit());
        }
      }
      FrameChannel channel = FrameChannel.admitted(socket);
      kept = keep(new NetworkMeeting.Neighbour(admission.jvm(), socket, channel));
      if (!kept) {
        channel.send(
            new Frame.Abort(
                member.jvm(),
                1,
                hosts.host(member.jvm())
                    + " does not expect "
                    + member.name(admission.jvm())
                    + ", which has come before; a program that a rank starts needs"
                    + " -Dronsel.pmi=off",
                ""));
      }
    } catch (IOException e) {
      noteStranger();
    } finally {
      room.release();
      if (!kept) {
        try {
          socket.close();
        } catch (IOException e) {
          noteStranger();
        }
      }
    }
  }

  private static Admission filled(Admission admission, InputStream in) throws IOException {
    ByteBuffer wanted = admission.wanted();
    byte[] bytes = new byte[wanted.remaining()];
    if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
      throw new EOFException("it has gone");
    }
    wanted.put(bytes);
    return admission;
  }

  private boolean keep(NetworkMeeting.Neighbour child) {
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

  private void noteStranger() {
    lock.lock();
    try {
      strangers++;
    } finally {
      lock.unlock();
    }
  }

  /** The children that have come so far. */
  List<NetworkMeeting.Neighbour> there() {
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
        if (deadline.isOver()) {
          throw late(deadline);
        }
        boolean unused = changed.await(deadline.leftMs(), TimeUnit.MILLISECONDS);
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
  public void close() throws IOException {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    if (listener != null) {
      listener.close();
    }
  }
}
