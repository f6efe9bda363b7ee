package org.ronsel.transport.tcp;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Somebody on the network, through whom connections go: he hands on what he gets, keeps it, and may
 * do worse.
 */
final class Detour implements AutoCloseable {
  /** What he does with a connection once both ends have proved the secret through him. */
  interface Deed {
    /** Gets the socket of who has connected, and that of who was to be reached. */
    void with(Socket connecting, Socket accepting) throws IOException;
  }

  /** What he does with bytes on their way to who was connected to. */
  interface Change {
    /** Gets the next bytes, and how many have gone before them in this connection. */
    void to(byte[] bytes, int count, long before);
  }

  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private volatile InetSocketAddress target = new InetSocketAddress(0);
  private volatile Change change = (bytes, count, before) -> {};
  private volatile Deed deed = this::handOn;

  Detour() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::accept);
  }

  /** Stands before an address from now on; where it is to be reached instead. */
  InetSocketAddress before(InetSocketAddress address) {
    target = address;
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  void change(Change what) {
    change = what;
  }

  void meddle(Deed what) {
    deed = what;
  }

  /** Gives up his deed: connections that are made from now on are handed on. */
  void relent() {
    deed = this::handOn;
    change = (bytes, count, before) -> {};
  }

  /** All that has gone through him, as characters of one byte each. */
  String seen() {
    synchronized (seen) {
      return seen.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket connecting = listener.accept();
        Socket accepting = new Socket(target.getAddress(), target.getPort());
        sockets.add(connecting);
        sockets.add(accepting);
        Thread.ofPlatform().daemon().start(() -> serve(connecting, accepting));
      }
    } catch (IOException closed) {
      return;
    }
  }

  private void serve(Socket connecting, Socket accepting) {
    try (connecting;
        accepting) {
      pass(connecting, accepting, TcpHandshake.HELLO_BYTES, true);
      pass(accepting, connecting, TcpHandshake.CHALLENGE_BYTES, false);
      pass(connecting, accepting, TcpHandshake.PROOF_BYTES, false);
      deed.with(connecting, accepting);
    } catch (IOException hungUp) {
      return;
    }
  }

  private void pass(Socket from, Socket to, int count, boolean changing) throws IOException {
    byte[] bytes = new byte[count];
    new DataInputStream(from.getInputStream()).readFully(bytes);
    if (changing) {
      change.to(bytes, count, 0);
    }
    to.getOutputStream().write(bytes);
  }

  private void handOn(Socket connecting, Socket accepting) throws IOException {
    Thread back =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (connecting) {
                    copy(accepting.getInputStream(), connecting.getOutputStream(), false);
                  } catch (IOException hungUp) {
                    return;
                  }
                });
    copy(connecting.getInputStream(), accepting.getOutputStream(), true);
    accepting.shutdownOutput();
    try {
      back.join();
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private void copy(InputStream from, OutputStream to, boolean changing) throws IOException {
    byte[] bytes = new byte[8192];
    long before = TcpHandshake.HELLO_BYTES;
    for (int count; (count = from.read(bytes)) >= 0; ) {
      if (changing) {
        change.to(bytes, count, before);
        before += count;
      }
      synchronized (seen) {
        seen.write(bytes, 0, count);
      }
      to.write(bytes, 0, count);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
