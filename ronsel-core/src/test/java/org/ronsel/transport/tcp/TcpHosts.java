package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.PortRange;
import org.ronsel.transport.DataPlace;
import org.ronsel.transport.EncodedRecord;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.TransportContext;

/** JVMs with a rank each, all in this process, that reach each other by TCP; and what they get. */
final class TcpHosts implements AutoCloseable {
  static {
    ShortKeyLimits.set();
  }

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(20);

  /** Longer than a busy machine takes to connect. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static final long PATIENCE_NS = 30_000_000_000L;

  private final byte[] secret = {1, 2, 3};
  final List<TcpHost> hosts = new ArrayList<>();
  final List<Inbox> inboxes = new ArrayList<>();
  final List<String> notices = new CopyOnWriteArrayList<>();

  /** Whether the pools of all ranks for unexpected messages are full. */
  volatile boolean poolsAreFull;

  private final LocalRank local =
      new LocalRank() {
        @Override
        public boolean eagerOpen() {
          return !poolsAreFull;
        }

        @Override
        public void ringDoorbell() {
          // It polls.
        }

        @Override
        public boolean help() {
          return false;
        }
      };

  TcpHosts(int ranks) {
    this(ranks, false);
  }

  TcpHosts(int ranks, boolean encrypted) {
    this(ranks, encrypted, (jvm, at) -> at);
  }

  TcpHosts(int ranks, boolean encrypted, int connections) {
    this(ranks, encrypted, connections, SILENCE, (jvm, at) -> at);
  }

  /** JVMs that take one for lost of which nothing is heard for a while. */
  TcpHosts(int ranks, Duration silence) {
    this(ranks, false, 1, silence, (jvm, at) -> at);
  }

  /**
   * JVMs that reach each other by detours.
   *
   * @param detours gives, for a JVM and where it listens, where the others connect to
   */
  TcpHosts(
      int ranks,
      boolean encrypted,
      BiFunction<Integer, InetSocketAddress, InetSocketAddress> detours) {
    this(ranks, encrypted, 1, SILENCE, detours);
  }

  private TcpHosts(
      int ranks,
      boolean encrypted,
      int connections,
      Duration silence,
      BiFunction<Integer, InetSocketAddress, InetSocketAddress> detours) {
    for (int rank = 0; rank < ranks; rank++) {
      hosts.add(host(context(ranks, rank, secret), encrypted, connections, silence));
      inboxes.add(new Inbox());
    }
    Map<Integer, byte[]> addresses = new HashMap<>();
    for (int jvm = 0; jvm < ranks; jvm++) {
      TcpAddress own = decode(hosts.get(jvm).address());
      InetSocketAddress at = detours.apply(jvm, own.listens());
      addresses.put(jvm, new TcpAddress(at, own.fingerprint()).encode());
    }
    hosts.forEach(host -> host.meet(addresses));
  }

  static TcpHost host(TransportContext context, boolean encrypts) {
    return host(context, encrypts, 1, SILENCE);
  }

  private static TcpHost host(
      TransportContext context, boolean encrypts, int connections, Duration silence) {
    return new TcpHost(
        context,
        new TcpOptions("", PortRange.of("0"), CONNECT_WITHIN, silence, encrypts, connections));
  }

  private static TcpAddress decode(byte[] address) {
    try {
      return TcpAddress.decode(address);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** What a JVM with a rank is told. */
  private TransportContext context(int ranks, int jvm, byte[] key) {
    return new TestContext(ranks, jvm, key, notices::add, rank -> local);
  }

  /** A context of this job, or of one with another secret. */
  TransportContext context(int jvm, boolean ofThisJob) {
    return context(hosts.size(), jvm, ofThisJob ? secret : new byte[] {4});
  }

  InetSocketAddress address(int rank) {
    return hosts.get(1 - Math.min(rank, 1)).addressOf(rank);
  }

  Link link(int from, int to) {
    return hosts.get(from).of(from).connect(to);
  }

  /** What is attached to the open connections of a JVM, other than its listener. */
  List<Object> attachments(int jvm) {
    return hosts.get(jvm).selector.attachments().stream().filter(Objects::nonNull).toList();
  }

  /** Waits until a JVM neither makes nor admits a connection, and has so many. */
  void untilSettled(int jvm, int connections) {
    until(
        () -> connections + " connections of JVM " + jvm + ", not " + attachments(jvm),
        () -> {
          List<Object> all = attachments(jvm);
          return all.size() == connections
              && all.stream()
                  .noneMatch(
                      each ->
                          each instanceof IncomingConnection || each instanceof OutgoingConnection);
        });
  }

  /** How many connections of a JVM records or data arrive on. */
  long incoming(int jvm) {
    return attachments(jvm).stream().filter(InStream.class::isInstance).count();
  }

  /** Has all ranks take in what has come. */
  int poll() {
    int count = 0;
    for (int rank = 0; rank < hosts.size(); rank++) {
      count += hosts.get(rank).of(rank).poll(inboxes.get(rank), 64);
    }
    return count;
  }

  /** Polls until something is so. */
  void until(String what, BooleanSupplier condition) {
    until(() -> what, condition);
  }

  private void until(Supplier<String> what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      poll();
      assertThat(System.nanoTime() - start).as(what).isLessThan(PATIENCE_NS);
      Thread.onSpinWait();
    }
  }

  /** Sends a record, as soon as there is room. */
  void send(int from, int to, int tag, byte... payload) {
    Link link = link(from, to);
    until(
        "room for a record",
        () -> EncodedRecord.offer(link, 1 | 1 << 8, 0, tag, payload.length, 0, payload));
    link.ringDoorbell();
  }

  /**
   * A connection from outside, as one of the ranks of this job or of another would make it, that
   * has got as far as being asked for its proof.
   */
  static final class Stranger implements AutoCloseable {
    final Socket socket;
    final TcpHandshake handshake;

    Stranger(InetSocketAddress to, TransportContext context, int from, int rank)
        throws IOException {
      this(to, context, false, TcpHandshake.FOR_RECORDS, from, rank);
    }

    Stranger(
        InetSocketAddress to,
        TransportContext context,
        boolean encrypted,
        byte purpose,
        int from,
        int rank)
        throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), to.getPort());
      socket.setSoTimeout(20_000);
      handshake = TcpHandshake.connecting(context, encrypted, purpose, from, rank);
    }

    byte[] challenge() throws IOException {
      send(handshake.hello());
      byte[] challenge = new byte[TcpHandshake.CHALLENGE_BYTES];
      new DataInputStream(socket.getInputStream()).readFully(challenge);
      return challenge;
    }

    /** Proves the secret. */
    void prove() throws IOException {
      send(handshake.proof(ByteBuffer.wrap(challenge())));
    }

    /** Proves the secret; the verdict, or -1 if the other end hangs up. */
    int admitted() throws IOException {
      prove();
      return read();
    }

    /** Sends as much as the other end takes; the first byte that it says, -1 if none. */
    int readAfter(byte[] bytes) throws IOException {
      try {
        socket.getOutputStream().write(bytes);
        byte[] said = socket.getInputStream().readAllBytes();
        // Alerts of TLS, which say what is wrong, are no verdict.
        return said.length == 0 || said[0] == 21 ? -1 : said[0];
      } catch (SocketException reset) {
        return -1;
      }
    }

    void send(ByteBuffer bytes) throws IOException {
      socket.getOutputStream().write(bytes.array(), bytes.position(), bytes.remaining());
    }

    /** The next byte, or -1 at the end. */
    int read() throws IOException {
      try {
        return socket.getInputStream().read();
      } catch (SocketException reset) {
        return -1;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** What a rank has got. */
  static final class Inbox implements Sink {
    final List<Integer> tags = new ArrayList<>();
    final List<byte[]> payloads = new ArrayList<>();
    final Map<Integer, Throwable> failed = new HashMap<>();

    /** Takes data by their offset, if not null; else they are kept like other payload. */
    @Nullable ObjLongConsumer<byte[]> puts;

    long bytesPut;

    /** Where data are put, behind 8 bytes, if not null. */
    @Nullable MemorySegment place;

    /** How many bytes have been. */
    long placed;

    @Override
    public boolean place(RecordView record, int bytes, DataPlace at) {
      MemorySegment memory = place;
      if (memory == null) {
        return false;
      }
      at.set(memory, 8, null, this);
      return true;
    }

    @Override
    public void placed(DataPlace at, int bytes, int all) {
      placed += bytes;
      at.clear();
    }

    @Override
    public void onRecord(RecordView record) {
      ObjLongConsumer<byte[]> data = puts;
      if (data != null && record.kind() == Envelope.FRAGMENT) {
        data.accept(record.copyOfPayload(), record.length());
        bytesPut += record.payloadBytes();
        return;
      }
      if (record.kind() == Envelope.FRAGMENT && record.length() > 0 && !payloads.isEmpty()) {
        payloads.set(payloads.size() - 1, joined(payloads.getLast(), record.copyOfPayload()));
        return; // it goes on
      }
      tags.add(record.tag());
      payloads.add(record.copyOfPayload());
    }

    private static byte[] joined(byte[] first, byte[] second) {
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return both;
    }

    @Override
    public void failPeer(int endpoint, Throwable cause) {
      failed.put(endpoint, cause);
    }
  }

  @Override
  public void close() {
    hosts.forEach(TcpHost::allEnded);
    hosts.forEach(TcpHost::close);
  }
}
