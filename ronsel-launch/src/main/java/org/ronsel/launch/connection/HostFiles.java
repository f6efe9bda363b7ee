package org.ronsel.launch.connection;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.agent.AgentFiles;
import org.ronsel.launch.files.FileItem;
import org.ronsel.launch.remote.FlowControlWindow;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.spi.DaemonThread;

/**
 * The launcher's side of the transfer of missing files to another host; {@link AgentFiles} is the
 * host's side. Hashing and sending, which take long, are done by threads of its own.
 */
final class HostFiles {
  private final CompletableFuture<NeededFiles> needed;
  private final FileLimits limits;
  private final Consumer<HostFrame> to;
  private final Consumer<String> failed;
  private final AtomicBoolean moved = new AtomicBoolean(true);
  private final FlowControlWindow window = new FlowControlWindow(HostFrame.FILE_WINDOW);

  /**
   * Creates the transfer for a host.
   *
   * @param needed files that the job needs, which may still be searched for
   * @param to sends a frame to the agent; never blocks
   * @param failed receives the reason why the host cannot get the files
   */
  HostFiles(
      CompletableFuture<NeededFiles> needed,
      FileLimits limits,
      Consumer<HostFrame> to,
      Consumer<String> failed) {
    this.needed = needed;
    this.limits = limits;
    this.to = to;
    this.failed = failed;
  }

  /** Tells the agent which files the job needs. */
  void begin() {
    inBackground(
        () -> {
          to.accept(new HostFrame.Files(limits.bytes(), limits.days(), needed().sender().items()));
        });
  }

  /** Whether a frame about files has arrived from the agent since the last call. */
  boolean hasMoved() {
    return moved.getAndSet(false);
  }

  /** Handles the agent's list of items that are not identical there. */
  void answered(HostFrame.Unlike unlike) {
    moved.set(true);
    inBackground(
        () -> {
          for (int item : unlike.items()) {
            to.accept(new HostFrame.Hashes(item, needed().sender().hashes(item)));
          }
        });
  }

  /** Handles the agent's list of items that it needs. */
  void answered(HostFrame.Wanted wanted) {
    moved.set(true);
    inBackground(
        () -> {
          for (int item : wanted.items()) {
            needed().sender().send(item, this::send);
          }
        });
  }

  private void send(int item, int entry, byte[] bytes) throws IOException, InterruptedException {
    for (int left = bytes.length; left > 0; ) {
      int taken = window.take(left);
      if (taken == 0) {
        throw new IOException("the host is gone");
      }
      left -= taken;
    }
    to.accept(new HostFrame.Piece(item, entry, bytes));
  }

  /** Notes that the agent has written {@code bytes} bytes. */
  void taken(int bytes) {
    moved.set(true);
    window.give(bytes);
  }

  /** The paths of the files on the host. */
  HostPaths paths(@Nullable String home, HostFrame.Placed placed) throws IOException {
    NeededFiles files = needed();
    if (placed.places().size() != files.sender().items().size()
        || placed.extra().isEmpty() == hasExtra(files)) {
      throw new IOException("the agent does not say where the files are");
    }
    return new HostPaths(home, files, placed.places(), placed.extra());
  }

  private static boolean hasExtra(NeededFiles files) {
    return files.sender().items().stream().map(FileItem::as).anyMatch(as -> !as.isEmpty());
  }

  /** Ends the transfer: no more frames are handled. */
  void close() {
    window.close();
  }

  private NeededFiles needed() throws IOException {
    try {
      return needed.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(cause == null ? e.toString() : cause.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** A step that may take long. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void inBackground(Step step) {
    DaemonThread.start(
        "files",
        () -> {
          try {
            step.run();
          } catch (IOException | InterruptedException e) {
            failed.accept("cannot send the files of the program: " + e.getMessage());
          }
        });
  }
}
