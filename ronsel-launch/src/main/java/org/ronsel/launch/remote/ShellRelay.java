package org.ronsel.launch.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.DaemonThread;

/**
 * The remote shells that an agent has started to further hosts, so that the launcher need not reach
 * each of them itself: relays their streams, both ways, and their exit statuses. The content of the
 * streams concerns only the launcher and the agent at their other end. One thread passes frames in
 * and never waits here.
 */
public final class ShellRelay {
  /** Exit status of shells for a command that does not exist. */
  private static final int NO_COMMAND = 127;

  /** Within this time after the end of a shell all that it has written is read. */
  private static final Duration REST_OF_OUTPUT = Duration.ofSeconds(1);

  private final Up up;
  private final Map<Integer, Relayed> shells = new ConcurrentHashMap<>();

  /** Sends frames to the launcher. */
  @FunctionalInterface
  public interface Up {
    /** Sends a frame; blocks while the other end does not read. */
    void send(HostFrame frame) throws IOException;
  }

  /** Creates a relay without shells. */
  public ShellRelay(Up up) {
    this.up = up;
  }

  /** Carries out a frame that concerns shells. */
  public void obey(HostFrame frame) {
    switch (frame) {
      case HostFrame.StartShell f -> {
        Relayed shell = new Relayed(f);
        shells.put(f.shell(), shell);
        DaemonThread.start("shell", shell::run);
      }
      case HostFrame.ShellInput f -> {
        Relayed shell = shells.get(f.shell());
        if (shell != null) {
          shell.input.add(f.bytes());
        }
      }
      case HostFrame.ShellTaken f -> {
        Relayed shell = shells.get(f.shell());
        if (shell != null) {
          (f.stream() == HostFrame.Stream.ERR ? shell.errors : shell.output).give(f.bytes());
        }
      }
      case HostFrame.KillShell f -> {
        Relayed shell = shells.get(f.shell());
        if (shell != null) {
          shell.kill();
        }
      }
      default -> throw new IllegalArgumentException("no frame for a shell: " + frame);
    }
  }

  /** Waits until all shells have ended, at most this number of milliseconds. */
  public void awaitEnd(long milliseconds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    synchronized (this) {
      while (!shells.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        wait(left);
      }
    }
  }

  /** Kills all shells: the agents at their other ends notice, and end. */
  public void close() {
    shells.values().forEach(Relayed::kill);
  }

  private void ended(int shell) {
    shells.remove(shell);
    synchronized (this) {
      notifyAll();
    }
  }

  /** One of the shells. */
  private final class Relayed {
    private final HostFrame.StartShell order;
    final LinkedBlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
    final FlowControlWindow output = new FlowControlWindow();
    final FlowControlWindow errors = new FlowControlWindow();

    // Guarded by this object.
    private @Nullable Process process;
    private boolean killed;

    Relayed(HostFrame.StartShell order) {
      this.order = order;
    }

    void run() {
      int status = NO_COMMAND;
      try {
        Process started = new ProcessBuilder(order.command()).start();
        synchronized (this) {
          process = started;
          if (killed) {
            started.destroyForcibly();
          }
        }
        Thread in = DaemonThread.start("shell-input", () -> passInput(started.getOutputStream()));
        Thread out =
            DaemonThread.start("shell-output", () -> passOutput(started.getInputStream(), false));
        Thread err =
            DaemonThread.start("shell-errors", () -> passOutput(started.getErrorStream(), true));
        status = started.waitFor();
        // A process that the shell has left behind may keep its streams open for as long as it
        // likes.
        var _ = out.join(REST_OF_OUTPUT);
        var _ = err.join(REST_OF_OUTPUT);
        in.interrupt();
      } catch (IOException e) {
        say(String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      try {
        up.send(new HostFrame.ShellEnded(order.shell(), status));
      } catch (IOException e) {
        return; // the launcher is gone, and this process about to end
      } finally {
        ended(order.shell());
      }
    }

    private void say(String line) {
      try {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        up.send(new HostFrame.ShellOutput(order.shell(), true, bytes));
      } catch (IOException e) {
        return; // the launcher is gone
      }
    }

    private void passOutput(InputStream from, boolean error) {
      try (OutputStream to =
          new WindowedOutput(
              error ? errors : output,
              piece -> up.send(new HostFrame.ShellOutput(order.shell(), error, piece)))) {
        from.transferTo(to);
      } catch (IOException e) {
        kill(); // the output is no longer read
      }
    }

    private void passInput(OutputStream to) {
      try (to) {
        for (byte[] piece; (piece = input.take()).length > 0; ) {
          to.write(piece);
          to.flush();
          up.send(new HostFrame.ShellTaken(order.shell(), HostFrame.Stream.IN, piece.length));
        }
      } catch (IOException e) {
        return; // it reads no more; its end is reported elsewhere
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void kill() {
      killed = true;
      output.close();
      errors.close();
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }
}
