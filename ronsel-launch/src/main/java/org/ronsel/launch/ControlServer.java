package org.ronsel.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;

/**
 * Accepts the control connections of the JVMs of a job on the loopback interface. Whoever does not
 * know the secret of the job is turned away, and cannot keep the others from connecting.
 */
final class ControlServer implements AutoCloseable {
  /** Connections that may be in the handshake, or beyond it, at a time besides those of the job. */
  private static final int STRANGERS = 64;

  private final ServerSocket socket;
  private final byte[] secret;
  private final int jvms;
  private final Consumer<Event> events;
  private final Semaphore slots;

  /** Opens a port that the system chooses; accepts from now on. */
  ControlServer(byte[] secret, int jvms, Consumer<Event> events) throws IOException {
    this.secret = secret.clone();
    this.jvms = jvms;
    this.events = events;
    slots = new Semaphore(jvms + STRANGERS);
    socket = new ServerSocket(0, Math.max(50, jvms), InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("ronsel-accept").start(this::accept);
  }

  /** The port. */
  int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        admit(socket.accept());
      } catch (IOException e) {
        // At the end of the job the socket is closed under this thread.
        if (!socket.isClosed()) {
          events.accept(new Event.TurnedAway(String.valueOf(e.getMessage())));
        }
      }
    }
  }

  private void admit(Socket connection) throws IOException {
    if (slots.tryAcquire()) {
      Thread.ofPlatform()
          .daemon()
          .name("ronsel-control-" + connection.getPort())
          .start(() -> serve(connection));
    } else {
      connection.close();
    }
  }

  private void serve(Socket connection) {
    try {
      FrameChannel.Accepted accepted = FrameChannel.accept(connection, secret, jvms);
      read(accepted.channel(), accepted.jvm());
    } catch (IOException e) {
      events.accept(
          new Event.TurnedAway(
              e instanceof EOFException ? "it ended early" : String.valueOf(e.getMessage())));
    } finally {
      slots.release();
    }
  }

  private void read(FrameChannel channel, int jvm) throws IOException {
    try (channel) {
      events.accept(new Event.Connected(jvm, channel));
      while (true) {
        Frame frame = channel.receive();
        events.accept(new Event.Received(jvm, frame));
      }
    } catch (IOException e) {
      events.accept(new Event.Disconnected(jvm, String.valueOf(e.getMessage())));
    }
  }
}
