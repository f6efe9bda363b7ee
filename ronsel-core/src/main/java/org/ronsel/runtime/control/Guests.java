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
public final class Guests {
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

  /** How often {@link #dropLate} is to be called while there are guests. */
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
  private final Set<Guest> guests = new LinkedHashSet<>();

  private final AtomicInteger dropped = new AtomicInteger();
  private int failures;

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

  /**
   * Registers a port with a selector.
   *
   * @param jvms upper bound of the indexes of JVMs
   * @param expected how many of them will come
   */
  public Guests(
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
    return guests.isEmpty();
  }

  /** How many connections have been dropped without having proved the secret; any thread. */
  public int dropped() {
    return dropped.get();
  }

  /** Listens to whom the key belongs, if that is a guest; to be called before {@link #accept}. */
  public void listen(SelectionKey key) {
    if (key.attachment() instanceof Guest guest) {
      listen(guest, key);
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
      Guest guest = new Guest(connection, new Admission(secret, jvms));
      connection.register(selector, SelectionKey.OP_READ, guest);
      guests.add(guest);
      if (guests.size() > expected + MOST) {
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
        if (!guests.isEmpty()) {
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
    drop(guests.iterator().next());
  }

  /** Hangs up on those whose time is up. */
  public void dropLate() {
    long now = System.nanoTime();
    List.copyOf(guests).stream()
        .filter(guest -> now - guest.sinceNs > PROOF_WITHIN_NS)
        .forEach(this::drop);
  }

  /** Hangs up on all of them. */
  public void dropAll() {
    List.copyOf(guests).forEach(this::drop);
  }

  private void drop(Guest guest) {
    if (guests.remove(guest)) {
      dropped.incrementAndGet();
    }
    try {
      guest.connection.close();
    } catch (IOException e) {
      // It is of no use whether it is closed or not.
      return;
    }
  }

  private void listen(Guest guest, SelectionKey key) {
    Admission admission = guest.admission;
    try {
      if (!hasAll(guest)) {
        return;
      }
      ByteBuffer answer = admission.proceed();
      if (answer == null) {
        key.attach(null);
        host.admitted(key, admission.jvm());
        guests.remove(guest);
      } else {
        guest.connection.write(answer); // there is room in a connection on which nothing was sent
        guests.remove(guest);
        guests.add(guest);
      }
    } catch (IOException e) {
      drop(guest);
      host.turnedAway(String.valueOf(e.getMessage()));
    }
  }

  /** Reads what is there; returns whether it is all that is wanted now. */
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
}
