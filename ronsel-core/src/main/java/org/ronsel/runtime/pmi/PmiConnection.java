package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.ronsel.machine.InheritedSocket;

/** The bytes between this process and a PMI server. */
interface PmiConnection {
  /** Stands for no deadline. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Reads at least one byte.
   *
   * @param withinNs how long to wait, or {@link #NEVER}
   * @return their number, or -1 if the server is gone
   */
  int read(byte[] into, int from, int count, long withinNs) throws IOException;

  /** Writes all bytes. */
  void write(byte[] bytes) throws IOException;

  /** Whether the server is known to be gone. */
  boolean isLost();

  /** How long a server may take to accept what is written. */
  long WRITE_NS = TimeUnit.SECONDS.toNanos(60);

  /** Through a socket that the server has opened for this process. */
  static PmiConnection inherited(int descriptor) throws IOException {
    InheritedSocket socket = InheritedSocket.of(descriptor);
    return new PmiConnection() {
      @Override
      public int read(byte[] into, int from, int count, long withinNs) throws IOException {
        long ns = Math.min(withinNs, Long.MAX_VALUE / 2);
        return socket.read(into, from, count, System.nanoTime() + ns);
      }

      @Override
      public void write(byte[] bytes) throws IOException {
        socket.write(bytes, System.nanoTime() + WRITE_NS);
      }

      @Override
      public boolean isLost() {
        return socket.isLost();
      }
    };
  }

  /** To a port on which the server listens. */
  static PmiConnection connect(String host, int port, int withinMs) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), withinMs);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    socket.setTcpNoDelay(true);
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    return new PmiConnection() {
      @Override
      public int read(byte[] into, int from, int count, long withinNs) throws IOException {
        long ms = withinNs == NEVER ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(withinNs));
        socket.setSoTimeout((int) Math.min(ms, Integer.MAX_VALUE));
        try {
          return in.read(into, from, count);
        } catch (SocketTimeoutException late) {
          InterruptedIOException e = new InterruptedIOException("nothing comes");
          e.initCause(late);
          throw e;
        }
      }

      @Override
      public void write(byte[] bytes) throws IOException {
        out.write(bytes);
      }

      @Override
      public boolean isLost() {
        return false; // seen when something is read
      }
    };
  }
}
