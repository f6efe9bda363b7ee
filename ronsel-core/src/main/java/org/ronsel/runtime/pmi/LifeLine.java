package org.ronsel.runtime.pmi;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ronsel.machine.KeepAlive;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.machine.PortRange;
import org.ronsel.machine.Setting;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.UnprovenConnections;

/**
 * How JVMs without a launcher learn that one of them has ended before its time: each keeps a
 * connection to that of rank 0, which proves the secret of the job, and on which nothing is said
 * but that the JVM lives and how it ends. A connection that ends without a word is a JVM that was
 * killed; one on which there are no signs of life is that of a host that was switched off, or whose
 * cable was cut. Not every process manager tells the others of that.
 */
public final class LifeLine implements AutoCloseable {
  /** Called on a thread of this class. */
  public interface Watcher {
    /**
     * A JVM has ended before its time.
     *
     * @param said whether it has said why itself
     */
    void lost(int rank, boolean said);

    /** Called from time to time. */
    void look();
  }

  private static final int CONNECT_MS = 20_000;

  /** After a dropped connection the pauses grow by a millisecond, to this: half a minute in all. */
  private static final int LONGEST_PAUSE_MS = 250;

  private static final int BACKLOG = 1024;

  /** Rank 0 says so when it has taken a connection, then both ends do from time to time. */
  private static final byte ALIVE = 'L';

  private static final byte ENDED = 'E';
  private static final byte FAILED = 'F';

  private final Watcher watcher;

  /** Zero where there are no signs of life. */
  private final Duration silence;

  private final int lookMs;

  /** The other JVMs, which are told how this JVM ends; guarded by itself. */
  private final List<Words> others = new ArrayList<>();

  /** The last word of this JVM, once it has been said; guarded by {@link #others}. */
  private byte lastWord;

  /** Writes one byte to another JVM. */
  private interface Words {
    void say(byte how) throws IOException;
  }

  private LifeLine(Watcher watcher, Duration silence) {
    this.watcher = watcher;
    this.silence = silence;
    long signEveryMs = new KeepAlive(silence).signEveryNs() / 1_000_000;
    lookMs = silence.isZero() ? KeepAlive.LOOK_MS : Math.clamp(signEveryMs, 1, KeepAlive.LOOK_MS);
  }

  /**
   * The line of this JVM; all JVMs of the job make theirs at one time. On one host a JVM that says
   * nothing has been stopped, by a debugger perhaps, and goes on when it may.
   */
  public static LifeLine of(ProcessManager manager, ManagedWireUp wireUp, Watcher watcher)
      throws IOException {
    return of(
        manager,
        wireUp,
        watcher,
        wireUp.oneHost() ? Duration.ZERO : Duration.ofSeconds(Setting.TCP_SILENCE.number()));
  }

  /** The line of this JVM, with another time without a sign after which one is lost. */
  static LifeLine of(
      ProcessManager manager, ManagedWireUp wireUp, Watcher watcher, Duration silence)
      throws IOException {
    LifeLine line = new LifeLine(watcher, silence);
    if (manager.size() == 1) {
      return line;
    }
    if (manager.rank() == 0) {
      InetAddress address = NetworkChoice.address(Setting.NETWORK.text(""), wireUp.oneHost());
      ServerSocketChannel listener = listen(address);
      Server server = line.new Server(listener, wireUp.secret(), manager.size());
      var _ =
          wireUp.fromRankZero(NetworkChoice.encode((InetSocketAddress) listener.getLocalAddress()));
      Thread.ofPlatform().daemon().name("ronsel-lives").start(server);
    } else {
      InetSocketAddress at = NetworkChoice.decode(wireUp.fromRankZero(new byte[0]));
      Socket socket = connect(at, wireUp.secret(), manager.rank());
      line.tellEnd(how -> socket.getOutputStream().write(how));
      Thread.ofPlatform().daemon().name("ronsel-lives").start(() -> line.read(socket));
    }
    return line;
  }

  private static Socket connect(InetSocketAddress at, byte[] secret, int rank) throws IOException {
    try {
      return connectPatiently(at, secret, rank);
    } catch (IOException e) {
      throw new IOException(
          "cannot connect to rank 0, which listens on "
              + NetworkChoice.text(at.getAddress())
              + " port "
              + at.getPort()
              + ": "
              + e.getMessage()
              + " (-Dronsel.net=NETWORK chooses another network)",
          e);
    }
  }

  /**
   * Where others besiege the port of rank 0 a connection may be dropped before it has proved the
   * secret, so this comes again as long as rank 0 listens.
   */
  private static Socket connectPatiently(InetSocketAddress at, byte[] secret, int rank)
      throws IOException {
    for (int pauseMs = 1; ; pauseMs++) {
      Socket socket = new Socket();
      boolean taken = false;
      try {
        socket.connect(at, CONNECT_MS);
        taken = isTaken(socket, secret, rank);
        if (taken) {
          return socket;
        }
        if (pauseMs > LONGEST_PAUSE_MS) {
          throw new EOFException("it hangs up");
        }
      } finally {
        if (!taken) {
          socket.close();
        }
      }
      pause(pauseMs);
    }
  }

  /** Proves the secret; whether rank 0 has taken the connection, or has dropped it. */
  private static boolean isTaken(Socket socket, byte[] secret, int rank) throws IOException {
    try {
      socket.setSoTimeout(CONNECT_MS);
      var _ = FrameChannel.connect(socket, secret, rank);
      return socket.getInputStream().read() == ALIVE;
    } catch (EOFException | SocketException dropped) {
      return false;
    }
  }

  private static void pause(int ms) throws InterruptedIOException {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static ServerSocketChannel listen(InetAddress address) throws IOException {
    try {
      return PortRange.ofProperty().listen(address, BACKLOG);
    } catch (IOException refused) {
      throw new IOException(
          "cannot listen on " + NetworkChoice.text(address) + ": " + refused.getMessage(), refused);
    }
  }

  /** Says to the others that this JVM fails, for a reason that has been printed. */
  public void fail() {
    end(FAILED);
  }

  /** Says to the others that this JVM ends, which all of them do. */
  @Override
  public void close() {
    end(ENDED);
  }

  private void end(byte how) {
    synchronized (others) {
      lastWord = how;
      for (Words other : others) {
        sayLast(other, how);
      }
    }
  }

  /** Once this is so the last word has been said: the connections may be closed. */
  private boolean isOver() {
    synchronized (others) {
      return lastWord != 0;
    }
  }

  /** Another JVM is to be told how this one ends, which may have happened by now. */
  private void tellEnd(Words other) {
    synchronized (others) {
      if (lastWord != 0) {
        sayLast(other, lastWord);
      }
      others.add(other);
    }
  }

  private static void sayLast(Words to, byte how) {
    try {
      to.say(how);
    } catch (IOException e) {
      return; // it is gone
    }
  }

  private void tell(int rank, boolean said) {
    if (!isOver()) {
      watcher.lost(rank, said);
    }
  }

  /** The side of the others. */
  private void read(Socket socket) {
    try (socket) {
      socket.setSoTimeout(lookMs);
      InputStream in = socket.getInputStream();
      KeepAlive keepAlive = new KeepAlive(silence);
      long heardNs = System.nanoTime();
      while (!isOver()) {
        try {
          int how = in.read();
          if (how == ENDED) {
            return;
          }
          if (how != ALIVE) {
            tell(0, how == FAILED);
            return;
          }
          heardNs = System.nanoTime();
        } catch (SocketTimeoutException quiet) {
          // There may be something the next time.
        }
        watcher.look();
        keepAlive.look();
        if (keepAlive.isDue()) {
          sign(how -> socket.getOutputStream().write(how));
        }
        heardNs = keepAlive.heardNs(heardNs);
        if (keepAlive.isTooLong(heardNs)) {
          tell(0, false);
          return;
        }
      }
    } catch (IOException e) {
      tell(0, false);
    }
  }

  private static void sign(Words to) {
    try {
      to.say(ALIVE);
    } catch (IOException e) {
      return; // who reads from it hears how it ends, perhaps with a last word
    }
  }

  /** The side of rank 0. */
  private final class Server implements Runnable, UnprovenConnections.Host {
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final UnprovenConnections unproven;
    private final boolean[] there;
    private final Set<Member> members = new LinkedHashSet<>();
    private final ByteBuffer said = ByteBuffer.allocate(64);
    private final KeepAlive keepAlive = new KeepAlive(silence);
    private int missing;

    Server(ServerSocketChannel listener, byte[] secret, int size) throws IOException {
      this.listener = listener;
      there = new boolean[size];
      missing = size - 1;
      selector = Selector.open();
      unproven = new UnprovenConnections(listener, selector, secret, size, missing, this);
    }

    /** The connection of another JVM. */
    private static final class Member {
      final SocketChannel channel;
      final int rank;
      long heardNs = System.nanoTime();

      Member(SocketChannel channel, int rank) {
        this.channel = channel;
        this.rank = rank;
      }
    }

    @Override
    public void run() {
      try {
        while (true) {
          // A program may interrupt all threads of its JVM, and no selector waits while
          // interrupted.
          var _ = Thread.interrupted();
          selector.select(lookMs);
          for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof Member member) {
              listen(member);
            } else {
              unproven.listen(key);
            }
          }
          selector.selectedKeys().clear();
          receive();
          watcher.look();
          keepAlive.look();
          for (Member member : List.copyOf(members)) {
            look(member);
          }
        }
      } catch (IOException e) {
        tell(0, false);
      }
    }

    /** Nobody is received any more when all are there. */
    private void receive() throws IOException {
      if (missing > 0) {
        unproven.accept();
        unproven.dropLate();
      } else if (listener.isOpen()) {
        listener.close();
        unproven.dropAll();
      }
    }

    @Override
    public void admitted(SelectionKey key, int rank) throws IOException {
      if (rank == 0 || there[rank]) {
        throw new IOException("it has come before");
      }
      SocketChannel channel = (SocketChannel) key.channel();
      channel.write(one(ALIVE)); // the first bytes of a connection fit its buffer
      there[rank] = true;
      missing--;
      Member member = new Member(channel, rank);
      members.add(member);
      key.attach(member);
      tellEnd(how -> channel.write(one(how)));
    }

    private static ByteBuffer one(byte what) {
      return ByteBuffer.wrap(new byte[] {what});
    }

    /** They are no matter of the job. */
    @Override
    public void turnedAway(String reason) {}

    private void look(Member member) throws IOException {
      if (keepAlive.isDue()) {
        sign(how -> member.channel.write(one(how))); // a full connection needs no further signs
      }
      member.heardNs = keepAlive.heardNs(member.heardNs);
      if (keepAlive.isTooLong(member.heardNs)) {
        hangUp(member);
        tell(member.rank, false);
      }
    }

    private void listen(Member member) throws IOException {
      try {
        hear(member);
      } catch (IOException e) {
        hangUp(member);
        tell(member.rank, false);
      }
    }

    private void hear(Member member) throws IOException {
      int count = member.channel.read(said.clear());
      for (said.flip(); said.hasRemaining(); ) {
        byte how = said.get();
        if (how != ALIVE) {
          hangUp(member);
          if (how != ENDED) {
            tell(member.rank, how == FAILED);
          }
          return;
        }
      }
      if (count < 0) {
        hangUp(member);
        tell(member.rank, false);
      }
      member.heardNs = System.nanoTime();
    }

    private void hangUp(Member member) throws IOException {
      members.remove(member);
      member.channel.close();
    }
  }
}
