package org.ronsel.runtime.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections to a port that have not proved the secret of the job yet. One thread, that of a
 * selector, looks after all of them, of which it keeps a bounded number for a bounded time: who has
 * been silent for longest goes first. A JVM of the job proves itself within milliseconds, and comes
 * again if it was too late. So whoever connects keeps nobody out.
 */
public final class UnprovenConnections {
  /** Where the connections of JVMs of the job go. */
  public interface Host {
    /**
     * A connection has proved the secret.
     *
     * @param key of its channel, which does not block; without an attachment
     * @throws IOException if it is to be turned away all the same
     */
    void admitted(SelectionKey key, int jvm) throws IOException;

    /** A connection does not know the secret, or speaks something else. */
    void turnedAway(String reason);
  }

  /** How often {@link #dropLate} is to be called while there are any. */
  public static final long LOOK_MS = 1000;

  /** Connections without a proof that are kept, besides one for each JVM that is expected. */
  private static final int MOST = 64;

  private static final long PROOF_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

  /** In a row; one that lasts must not keep the thread busy. */
  private static final int MOST_FAILURES = 100;

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final byte[] secret;
  private final int jvms;
  private final int expected;
  private final Host host;

  /** In the order in which they were heard of last. */
  private final Set<Unproven> connections = new LinkedHashSet<>();

  private final AtomicInteger dropped = new AtomicInteger();
  private int failures;

  /** A connection that has not proved the secret. */
  private static final class Unproven {
    final SocketChannel connection;
    final Admission admission;
    final long sinceNs = System.nanoTime();

    Unproven(SocketChannel connection, Admission admission) {
      this.connection = connection;
      this.admission = admission;
    }
  }

  /**
   * Registers a port with a selector.
   *
   * @param jvms upper bound of the indexes of JVMs
   * @param expected how many of them will come
   */
  public UnprovenConnections(
      ServerSocketChannel listener,
      Selector selector,
      byte[] secret,
      int jvms,
      int expected,
      Host host)
      throws IOException {
    this.listener = listener;
    this.selector = selector;
    this.secret = secret.clone();
    this.jvms = jvms;
    this.expected = expected;
    this.host = host;
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return connections.isEmpty();
  }

  /** How many connections have been dropped without having proved the secret; any thread. */
  public int dropped() {
    return dropped.get();
  }

  /**
   * Listens to whom the key belongs, if that is one of these; to be called before {@link #accept}.
   */
  public void listen(SelectionKey key) {
    if (key.attachment() instanceof Unproven one) {
      listen(one, key);
    }
  }

  /** Accepts those who wait. */
  public void accept() throws IOException {
    for (int i = 0; i < MOST; i++) {
      SocketChannel connection = acceptOne();
      if (connection == null) {
        return;
      }
      connection.configureBlocking(false);
      Unproven one = new Unproven(connection, new Admission(secret, jvms));
      connection.register(selector, SelectionKey.OP_READ, one);
      connections.add(one);
      if (connections.size() > expected + MOST) {
        dropOne();
      }
    }
  }

  /**
   * The next one that waits, or null. Where this process has too many open files it goes on without
   * those of others.
   */
  private @Nullable SocketChannel acceptOne() throws IOException {
    while (true) {
      try {
        SocketChannel connection = listener.accept();
        failures = 0;
        return connection;
      } catch (IOException e) {
        if (!connections.isEmpty()) {
          dropOne();
          selector.selectNow(); // a closed connection keeps its file until then
        } else if (++failures > MOST_FAILURES || !listener.isOpen() || isLackOfFiles(e)) {
          throw e;
        } else {
          return null; // perhaps the other end was gone already
        }
      }
    }
  }

  /** Whether this process, or the system, has too many open files. */
  public static boolean isLackOfFiles(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("Too many open files") || message.contains("error=24");
  }

  /** Hangs up on the one that has been silent for longest. */
  private void dropOne() {
    drop(connections.iterator().next());
  }

  /** Hangs up on those whose time is up. */
  public void dropLate() {
    long now = System.nanoTime();
    List.copyOf(connections).stream()
        .filter(one -> now - one.sinceNs > PROOF_WITHIN_NS)
        .forEach(this::drop);
  }

  /** Hangs up on all of them. */
  public void dropAll() {
    List.copyOf(connections).forEach(this::drop);
  }

  private void drop(Unproven one) {
    if (connections.remove(one)) {
      dropped.incrementAndGet();
    }
    try {
      one.connection.close();
    } catch (IOException e) {
      // It is of no use whether it is closed or not.
      return;
    }
  }

  private void listen(Unproven one, SelectionKey key) {
    Admission admission = one.admission;
    try {
      if (!hasAll(one)) {
        return;
      }
      ByteBuffer answer = admission.proceed();
      if (answer == null) {
        key.attach(null);
        host.admitted(key, admission.jvm());
        connections.remove(one);
      } else {
        one.connection.write(answer); // there is room in a connection on which nothing was sent
        connections.remove(one);
        connections.add(one);
      }
    } catch (IOException e) {
      drop(one);
      host.turnedAway(String.valueOf(e.getMessage()));
    }
  }

  /** Reads what is there; returns whether it is all that is wanted now. */
  private boolean hasAll(Unproven one) {
    ByteBuffer wanted = one.admission.wanted();
    try {
      int count = one.connection.read(wanted);
      if (count < 0) {
        drop(one);
      }
    } catch (IOException reset) {
      drop(one);
    }
    return !wanted.hasRemaining();
  }
}
