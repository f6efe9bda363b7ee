package org.ronsel.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.KeepAlive;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.machine.QuietConnections;
import org.ronsel.transport.TransportContext;

/**
 * The thread of a JVM that makes connections, proves to their other ends that it belongs to the job
 * and has them prove it, and wakes ranks that are parked when something arrives. It reads no
 * record: ranks do that themselves.
 *
 * <p>Connections without a proof are bounded in number and in time, and the one that has been
 * silent for longest goes first, so they keep no member out.
 */
final class TcpSelector {
  /** Connections without a proof that are kept, besides those that members may be making. */
  private static final int MOST_UNPROVEN = 64;

  /** Those are no more, however many other JVMs there are. */
  private static final int MOST_EXPECTED = 4096;

  /** Time for the proof, and for each step of TLS behind it. */
  private static final long PROOF_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

  /** Between two looks at the times of all connections that are being made. */
  private static final long LOOK_AT_CONNECTIONS_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int BACKLOG = 4096;

  /** Longer than a launcher waits for more to be said about a lack of memory. */
  private static final long TOLD_WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

  final TcpHost host;
  final TransportContext context;
  final TcpOptions options;
  private final Selector selector;
  private final ServerSocketChannel listener;
  private final SelectionKey accepting;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  // Of the thread alone.
  private final Set<IncomingConnection> unproven = new LinkedHashSet<>();
  private final Set<IncomingConnection> proved = new HashSet<>();
  private final Map<Integer, Dials> dials = new HashMap<>(); // by JVM
  private final Map<Integer, JvmWatch> watches = new HashMap<>();
  private final KeepAlive keepAlive;
  private final int mostUnproven;
  private long connectionsLookedNs;
  private boolean turnedAwaySaid;
  private boolean narrowSaid;
  private boolean brokenSaid;

  /** Since when nobody has been accepted, as that failed; 0 while it does not. */
  private long pausedNs;

  private boolean pausedSaid;

  private volatile boolean closed;

  /** Why the thread has ended, unless it was asked to. */
  private record Breakdown(ErrorClass errorClass, String text) {}

  private volatile @Nullable Breakdown breakdown;

  /** Opens a port. */
  TcpSelector(TcpHost host, TransportContext context, TcpOptions options) {
    this.host = host;
    this.context = context;
    this.options = options;
    this.keepAlive = new KeepAlive(options.silence());
    this.mostUnproven =
        MOST_UNPROVEN + (int) Math.min((context.shape().jvms() - 1L) * Dials.MOST, MOST_EXPECTED);
    InetAddress address = NetworkChoice.address(options.network(), context.onOneMachine());
    try {
      selector = Selector.open();
      listener = options.ports().listen(address, BACKLOG);
      listener.configureBlocking(false);
      accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      throw new RonselException(
          ErrorClass.INTERN,
          "cannot listen on " + NetworkChoice.text(address) + ": " + e.getMessage(),
          e);
    }
    thread = Thread.ofPlatform().daemon().name("ronsel-tcp").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Whether what travels between JVMs of this job is encrypted. */
  boolean encrypts() {
    return options.encrypts();
  }

  /** The address on which the JVM listens. */
  InetSocketAddress address() {
    return (InetSocketAddress) listener.socket().getLocalSocketAddress();
  }

  /** Runs a task on the selector's thread; any thread. */
  private void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Asks for a connection for a link; any thread. */
  void connect(TcpLink link) {
    submit(() -> begin(new LinkTarget(this, link)));
    // Volatile: the thread that breaks down writes it before it looks at the links, this one is
    // known to its transport before. So the link is failed there or here.
    Breakdown why = breakdown;
    if (why != null) {
      link.failed(why.errorClass(), why.text());
    }
  }

  /** Asks for one more connection for long messages of a link; any thread. */
  void widen(TcpLink link) {
    submit(() -> begin(new FurtherTarget(this, link)));
  }

  /** What goes wrong with one target, by an error of ours, is no matter of the others. */
  private void begin(ConnectionTarget target) {
    try {
      new OutgoingConnection(this, target).begin();
    } catch (RuntimeException e) {
      target.failed(ErrorClass.INTERN, "this end cannot connect: " + e);
    }
  }

  /** A further connection cannot be made. Says so once. */
  void cannotWiden(int jvm, String why) {
    if (!narrowSaid) {
      narrowSaid = true;
      context.notice(
          "long messages to JVM " + jvm + " go by fewer connections than asked for: it " + why);
    }
  }

  /** Changes of channels, also that they were closed, take effect from now on; any thread. */
  void wakeup() {
    selector.wakeup();
  }

  /** What is attached to each channel that is open now; any thread. */
  List<@Nullable Object> attachments() {
    List<@Nullable Object> all = new ArrayList<>();
    for (SelectionKey key : selector.keys()) { // may be walked by any thread
      if (key.isValid()) {
        all.add(key.attachment());
      }
    }
    return all;
  }

  void close() {
    closed = true;
    selector.wakeup();
    LockSupport.unpark(thread); // it may wait elsewhere, see lacksMemory
    try {
      thread.join(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (selector;
        listener) {
      try {
        while (!closed) {
          step();
        }
      } catch (IOException | RuntimeException e) {
        failAll(ErrorClass.OTHER, e);
        context.notice("ranks of this JVM can make no more connections: " + e);
      } catch (OutOfMemoryError e) {
        lacksMemory(e);
      } finally {
        selector.keys().forEach(TcpSelector::hangUp);
      }
    } catch (IOException e) {
      return; // of a port that was to be closed
    }
  }

  /**
   * This JVM has no memory, which whoever is told of threads that end by an error tells to all:
   * peers that saw a connection end before would report that instead.
   */
  private void lacksMemory(OutOfMemoryError e) {
    Thread own = Thread.currentThread();
    own.getUncaughtExceptionHandler().uncaughtException(own, e);
    long untilNs = System.nanoTime() + TOLD_WITHIN_NS;
    for (long leftNs; !closed && (leftNs = untilNs - System.nanoTime()) > 0; ) {
      var _ = Thread.interrupted();
      LockSupport.parkNanos(this, leftNs);
    }
    if (!closed) {
      failAll(ErrorClass.NO_MEM, e); // nobody has ended the job
    }
  }

  /** Ranks that wait for others are told that they wait in vain, now and from now on. */
  private void failAll(ErrorClass errorClass, Throwable cause) {
    Breakdown why =
        new Breakdown(
            errorClass, "this JVM can make no more connections, and serve none: " + cause);
    // Volatile, and before the links are looked at: see connect.
    breakdown = why;
    for (int jvm = 0; jvm < context.shape().jvms(); jvm++) {
      host.lost(jvm, errorClass, why.text());
    }
  }

  private void step() throws IOException {
    // A program may interrupt all threads of its group, and no selector waits while interrupted.
    var _ = Thread.interrupted();
    selector.select(longestSleepMs());
    for (Runnable task; (task = tasks.poll()) != null; ) {
      task.run();
    }
    for (SelectionKey key : selector.selectedKeys()) {
      serve(key);
    }
    selector.selectedKeys().clear();
    lookAtTheTime();
  }

  private void serve(SelectionKey key) throws IOException {
    Object attachment = key.attachment();
    try {
      if (attachment instanceof InStream in) {
        // The rank looks itself from now on.
        key.interestOpsAnd(~key.readyOps());
        in.becameReady();
      } else if (attachment instanceof SelectedChannel other) {
        other.ready();
      } else {
        accept();
      }
    } catch (CancelledKeyException closedMeanwhile) {
      key.cancel();
    } catch (RuntimeException e) {
      broke(key, attachment, e);
    }
  }

  /** What goes wrong with one connection, by an error of ours, is no matter of the others. */
  private void broke(SelectionKey key, @Nullable Object attachment, RuntimeException e) {
    switch (attachment) {
      case null -> throw e; // nobody can be accepted any more
      case IncomingConnection incoming -> incoming.drop();
      case OutgoingConnection dial -> dial.broke(e);
      default -> hangUp(key);
    }
    if (!brokenSaid) {
      brokenSaid = true;
      context.notice("closed a connection, as this end could not go on with it: " + e);
    }
  }

  private long longestSleepMs() {
    boolean waits = !unproven.isEmpty() || !proved.isEmpty() || pausedNs != 0 || !dials.isEmpty();
    long sleep = waits ? KeepAlive.LOOK_MS : 0;
    long signs = watches.isEmpty() ? 0 : keepAlive.signEveryNs() / 1_000_000;
    return sleep == 0 || signs == 0 ? sleep + signs : Math.min(sleep, signs);
  }

  private void lookAtTheTime() {
    keepAlive.look();
    long now = keepAlive.lookedNs();
    if (now - connectionsLookedNs > LOOK_AT_CONNECTIONS_NS) {
      connectionsLookedNs = now;
      dropLate(unproven, now);
      dropLate(proved, now);
      if (!dials.isEmpty()) {
        List.copyOf(dials.values()).forEach(each -> each.look(now));
        dials.values().removeIf(Dials::isEmpty);
      }
    }
    if (pausedNs != 0 && now - pausedNs > 1_000_000 * KeepAlive.LOOK_MS) {
      pausedNs = 0;
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
    for (JvmWatch watch : watches.values()) {
      watch.look();
    }
  }

  private static void dropLate(Set<IncomingConnection> of, long now) {
    if (!of.isEmpty()) { // a job that makes no connections needs no memory here
      for (IncomingConnection incoming : List.copyOf(of)) {
        if (incoming.isLate(now, PROOF_WITHIN_NS)) {
          incoming.drop();
        }
      }
    }
  }

  private static void hangUp(SelectionKey key) {
    if (key.attachment() instanceof InStream in) {
      in.link().hangUp();
    }
    hangUp(key.channel());
  }

  static void hangUp(@Nullable AutoCloseable channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (Exception e) {
      // It is of no use whether it is closed or not.
      return;
    }
  }

  static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    QuietConnections.keep(channel);
  }

  /** Hands a connection to the rank that it is for. */
  static void establish(Connection connection, SelectionKey key, TcpLink link) {
    key.interestOps(0);
    key.attach(link.connected(connection, key));
  }

  // ---- incoming connections ----

  private void accept() throws IOException {
    for (int i = 0; i < MOST_UNPROVEN; i++) {
      SocketChannel channel;
      try {
        channel = listener.accept();
      } catch (IOException e) {
        if (!listener.isOpen()) {
          throw e;
        }
        if (unproven.isEmpty()) {
          pauseAccepting(e);
          return;
        }
        unproven.iterator().next().drop(); // perhaps there are too many open files
        continue;
      }
      if (channel == null) {
        return;
      }
      try {
        prepare(channel);
        unproven.add(new IncomingConnection(this, channel));
      } catch (IOException goneAlready) {
        hangUp(channel);
      }
      if (unproven.size() > mostUnproven) {
        unproven.iterator().next().drop();
      }
    }
  }

  /** Peers try again for longer than a lack of files or of memory may last. */
  private void pauseAccepting(IOException why) {
    pausedNs = System.nanoTime();
    accepting.interestOps(0);
    if (!pausedSaid) {
      pausedSaid = true;
      context.notice("a connection of a peer cannot be accepted yet: " + why.getMessage());
    }
  }

  /** Reports it once: a stranger that connects a thousand times is reported once. */
  void turnedAway(String reason) {
    if (!turnedAwaySaid) {
      turnedAwaySaid = true;
      context.notice("turned away a connection that is not of this job: " + reason);
    }
  }

  /**
   * Writes to a connection that has room, since hardly anything was sent on it.
   *
   * @throws EOFException if the other end has gone
   */
  static void send(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
    try {
      channel.write(bytes);
    } catch (IOException reset) {
      throw new EOFException("it hung up");
    }
    if (bytes.hasRemaining()) {
      throw new IOException("it takes nothing");
    }
  }

  // ---- for connections that are being made ----

  /** Registers a channel with the selector. */
  void register(SocketChannel channel, int operations, SelectedChannel attached)
      throws IOException {
    channel.register(selector, operations, attached);
  }

  /** The key of a channel that the thread looks after. */
  @Nullable SelectionKey keyOf(SocketChannel channel) {
    return channel.keyFor(selector);
  }

  /** It becomes the last one to be dropped. */
  void heardOf(IncomingConnection incoming) {
    unproven.remove(incoming);
    unproven.add(incoming);
  }

  /** It is of the job: no stranger can have it dropped any more. */
  void proved(IncomingConnection incoming) {
    unproven.remove(incoming);
    proved.add(incoming);
  }

  void forget(IncomingConnection incoming) {
    unproven.remove(incoming);
    proved.remove(incoming);
  }

  /** A connection with the JVM of a rank has come further than it was. */
  void progress(int peer) {
    Dials to = dials.get(context.shape().jvmOf(peer));
    if (to != null) {
      to.progress();
    }
  }

  /** The connections that this JVM makes to that of a rank; kept while there are any. */
  Dials dialsTo(int peer) {
    return dials.computeIfAbsent(context.shape().jvmOf(peer), jvm -> new Dials());
  }

  /** Looks after a JVM to which a rank of this one is connected. */
  JvmWatch watch(int jvm) {
    return watches.computeIfAbsent(jvm, other -> new JvmWatch(this, other, keepAlive));
  }
}
