package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.machine.PortRange;
import org.ronsel.machine.Setting;
import org.ronsel.runtime.control.Admission;
import org.ronsel.runtime.control.FrameChannel;

/**
 * How JVMs without a launcher learn that one of them has ended before its time: each keeps a
 * connection to that of rank 0, which proves the secret of the job, and on which nothing is said
 * but how the JVM ends. A connection that ends without a word is a JVM that was killed. Not every
 * process manager tells the others of that.
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

  private static final int LOOK_MS = 500;
  private static final int CONNECT_MS = 20_000;

  /** Connections that have not proved the secret; of more the oldest is dropped. */
  private static final int MOST_GUESTS = 64;

  private static final int BACKLOG = 1024;

  private static final byte ENDED = 'E';
  private static final byte FAILED = 'F';

  private final Watcher watcher;
  private volatile boolean over;

  /** The other JVMs, which are told how this JVM ends. */
  private final List<Farewell> others = new CopyOnWriteArrayList<>();

  /** Writes one byte to another JVM. */
  private interface Farewell {
    void say(byte how) throws IOException;
  }

  private LifeLine(Watcher watcher) {
    this.watcher = watcher;
  }

  /** The line of this JVM; all JVMs of the job make theirs at one time. */
  public static LifeLine of(ProcessManager manager, ManagedWireUp wireUp, Watcher watcher)
      throws IOException {
    LifeLine line = new LifeLine(watcher);
    if (manager.size() == 1) {
      return line;
    }
    if (manager.rank() == 0) {
      InetAddress address = NetworkChoice.address(Setting.NETWORK.text(""), wireUp.oneHost());
      ServerSocketChannel listener = listen(address);
      Server server = line.new Server(listener, wireUp.secret(), manager.size());
      byte[] unused =
          wireUp.fromRankZero(NetworkChoice.encode((InetSocketAddress) listener.getLocalAddress()));
      Thread.ofPlatform().daemon().name("ronsel-lives").start(server);
    } else {
      InetSocketAddress at = NetworkChoice.decode(wireUp.fromRankZero(new byte[0]));
      Socket socket = new Socket();
      try {
        socket.connect(at, CONNECT_MS);
        socket.setSoTimeout(CONNECT_MS);
        FrameChannel unused = FrameChannel.connect(socket, wireUp.secret(), manager.rank());
      } catch (IOException e) {
        socket.close();
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
      line.others.add(how -> socket.getOutputStream().write(how));
      Thread.ofPlatform().daemon().name("ronsel-lives").start(() -> line.read(socket));
    }
    return line;
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
    over = true;
    for (Farewell other : others) {
      try {
        other.say(how);
      } catch (IOException e) {
        continue; // it is gone
      }
    }
  }

  private void tell(int rank, boolean said) {
    if (!over) {
      watcher.lost(rank, said);
    }
  }

  /** The side of the others. */
  private void read(Socket socket) {
    try (socket) {
      socket.setSoTimeout(LOOK_MS);
      InputStream in = socket.getInputStream();
      while (!over) {
        try {
          int how = in.read();
          if (how == ENDED) {
            return;
          }
          tell(0, how == FAILED);
          return;
        } catch (SocketTimeoutException quiet) {
          watcher.look();
        }
      }
    } catch (IOException e) {
      tell(0, false);
    }
  }

  /** The side of rank 0. */
  private final class Server implements Runnable {
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final byte[] secret;
    private final int size;
    private final boolean[] there;
    private int missing;
    private final Deque<Guest> guests = new ArrayDeque<>();

    Server(ServerSocketChannel listener, byte[] secret, int size) throws IOException {
      this.listener = listener;
      this.secret = secret;
      this.size = size;
      there = new boolean[size];
      missing = size - 1;
      selector = Selector.open();
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** A connection. */
    private final class Guest {
      final SocketChannel channel;
      @Nullable Admission admission = new Admission(secret, size);
      int rank = -1;

      Guest(SocketChannel channel) {
        this.channel = channel;
      }
    }

    @Override
    public void run() {
      try {
        while (true) {
          selector.select(LOOK_MS);
          for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof Guest guest) {
              serve(guest);
            } else if (key.isValid() && key.isAcceptable()) {
              accept();
            }
          }
          selector.selectedKeys().clear();
          watcher.look();
        }
      } catch (IOException e) {
        tell(0, false);
      }
    }

    private void accept() throws IOException {
      SocketChannel channel = listener.accept();
      if (channel == null) {
        return;
      }
      channel.configureBlocking(false);
      Guest guest = new Guest(channel);
      channel.register(selector, SelectionKey.OP_READ, guest);
      guests.add(guest);
      if (guests.size() > MOST_GUESTS + missing) {
        guests.removeFirst().channel.close();
      }
    }

    private void serve(Guest guest) throws IOException {
      try {
        Admission admission = guest.admission;
        if (admission != null) {
          admit(guest, admission);
        } else {
          hear(guest);
        }
      } catch (IOException e) {
        guest.channel.close();
        boolean stranger = guests.remove(guest);
        if (!stranger && guest.rank >= 0) {
          tell(guest.rank, false);
        }
      }
    }

    private void admit(Guest guest, Admission admission) throws IOException {
      ByteBuffer wanted = admission.wanted();
      if (guest.channel.read(wanted) < 0) {
        throw new IOException("it has gone");
      }
      if (wanted.hasRemaining()) {
        return;
      }
      ByteBuffer answer = admission.proceed();
      if (answer != null) {
        guest.channel.write(answer); // the first bytes of a connection fit its buffer
        return;
      }
      int rank = admission.jvm();
      if (!admission.isComplete() || rank == 0 || there[rank]) {
        throw new IOException("it has come before");
      }
      guests.remove(guest);
      guest.admission = null;
      guest.rank = rank;
      there[rank] = true;
      others.add(how -> guest.channel.write(ByteBuffer.wrap(new byte[] {how})));
      if (--missing == 0) {
        listener.close();
        for (Guest stranger : guests) {
          stranger.channel.close();
        }
        guests.clear();
      }
    }

    private void hear(Guest guest) throws IOException {
      ByteBuffer one = ByteBuffer.allocate(1);
      int count = guest.channel.read(one);
      if (count == 0) {
        return;
      }
      guest.channel.close();
      byte how = count < 0 ? 0 : one.get(0);
      if (how != ENDED) {
        tell(guest.rank, how == FAILED);
      }
    }
  }
}
