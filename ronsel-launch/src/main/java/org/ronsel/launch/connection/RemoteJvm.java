package org.ronsel.launch.connection;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.remote.FlowControlWindow;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.WindowedOutput;

/** A JVM on another host, seen through the connection to that host. */
public final class RemoteJvm extends JvmProcess {
  private final int jvm;
  private final HostConnection host;
  private final FlowControlWindow inputWindow = new FlowControlWindow();
  private final OutputStream input;
  private final Printer out;
  private final Printer err;
  private final CountDownLatch printers = new CountDownLatch(2);

  /** The process id; set and read by the supervisor's thread only. */
  private long pid;

  /** Whether its host has reported that the process is about to end, or is lost. */
  private boolean leaving;

  RemoteJvm(int jvm, boolean debugged, HostConnection host, JvmOutput output) {
    super(debugged);
    this.jvm = jvm;
    this.host = host;
    input = new WindowedOutput(inputWindow, piece -> host.tell(new HostFrame.Input(jvm, piece)));
    out = new Printer(HostFrame.Stream.OUT, output.newOut(jvm));
    err = new Printer(HostFrame.Stream.ERR, output.newErr(jvm));
  }

  /** Notes that the process is about to end, or that its host is lost. */
  public void leaves() {
    leaving = true;
  }

  /** Sets the id of the process. */
  public void started(long pid) {
    this.pid = pid;
  }

  /** Takes output of the process. */
  void printed(boolean error, byte[] bytes) {
    (error ? err : out).add(bytes);
  }

  /** Notes that {@code bytes} bytes of its input have been passed on. */
  void inputTaken(int bytes) {
    inputWindow.give(bytes);
  }

  /** Notes that no more frames will come from its host. */
  void hostLost() {
    inputWindow.close();
    out.add(new byte[0]);
    err.add(new byte[0]);
  }

  @Override
  public boolean isEnding() {
    return leaving;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public String words() {
    return (pid == 0 ? "not started" : "process " + pid) + " on " + host.name();
  }

  @Override
  public OutputStream input() {
    return input;
  }

  @Override
  public void closeInput() {
    try {
      input.close();
    } catch (IOException e) {
      // The host is lost, and with it the reader.
      return;
    }
  }

  @Override
  public void signal(String name) {
    host.signal(jvm, name);
  }

  @Override
  public void kill() {
    host.kill(jvm);
  }

  @Override
  public void removeSharedFiles() {
    // Its host does that.
  }

  @Override
  public boolean drain(long waitNs) throws InterruptedException {
    return printers.await(waitNs, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean isWriting() {
    return out.isWriting() || err.isWriting();
  }

  /**
   * Writes the output of one stream of the process, on a thread of its own: a slow reader of a
   * job's output must not block the connection to a host.
   */
  private final class Printer {
    private final HostFrame.Stream stream;
    private final OutputStream to;
    private final LinkedBlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
    private final AtomicInteger unwritten = new AtomicInteger();
    private boolean started;
    private boolean isOver;

    Printer(HostFrame.Stream stream, OutputStream to) {
      this.stream = stream;
      this.to = to;
    }

    boolean isWriting() {
      return unwritten.get() > 0;
    }

    synchronized void add(byte[] piece) {
      if (isOver) {
        return; // the end of the stream has come already
      }
      unwritten.incrementAndGet();
      pieces.add(piece);
      if (!started) {
        started = true;
        Thread.ofVirtual().name("ronsel-" + stream + "-" + jvm).start(this::print);
      }
    }

    private synchronized void end() {
      isOver = true;
      unwritten.set(0);
    }

    private void print() {
      try (to) {
        for (byte[] piece = pieces.take(); piece.length > 0; piece = pieces.take()) {
          to.write(piece);
          unwritten.decrementAndGet();
          host.tell(new HostFrame.Taken(jvm, stream, piece.length));
        }
      } catch (IOException | InterruptedException e) {
        // A console reports failed writes itself, and this thread is never interrupted.
        throw new IllegalStateException(e);
      } finally {
        end();
        printers.countDown();
      }
    }
  }
}
