package org.ronsel.launch.connection;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.agent.AgentFiles;
import org.ronsel.launch.files.FileItem;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.Window;

/**
 * The launcher's part in giving another host the files that it lacks; {@link AgentFiles} is the
 * host's. What takes long, hashing and sending, is done by threads of its own.
 */
final class HostFiles {
  private final CompletableFuture<NeededFiles> needed;
  private final FileLimits limits;
  private final Consumer<HostFrame> to;
  private final Consumer<String> failed;
  private final AtomicBoolean moved = new AtomicBoolean(true);
  private final Window window = new Window(HostFrame.FILE_WINDOW);

  /**
   * The files of a host.
   *
   * @param needed what the job needs, which may still be looked for
   * @param to sends a frame to the agent; never blocks
   * @param failed told why the host cannot get the files
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

  /** Tells the agent what the job needs. */
  void begin(int pingMs) {
    inBackground(
        () -> {
          to.accept(
              new HostFrame.Files(
                  pingMs, limits.bytes(), limits.days(), needed().sender().items()));
        });
  }

  /** Whether the agent has said something of files since this was last asked. */
  boolean hasMoved() {
    return moved.getAndSet(false);
  }

  /** Takes an answer of the agent. */
  void answered(HostFrame.Unlike unlike) {
    moved.set(true);
    inBackground(
        () -> {
          for (int item : unlike.items()) {
            to.accept(new HostFrame.Hashes(item, needed().sender().hashes(item)));
          }
        });
  }

  /** Takes an answer of the agent. */
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

  /** Takes note that the agent has written so many bytes. */
  void taken(int bytes) {
    moved.set(true);
    window.give(bytes);
  }

  /** Where the host has the files. */
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

  /** Nothing will be taken any more. */
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
    Thread.ofPlatform()
        .daemon()
        .name("ronsel-files")
        .start(
            () -> {
              try {
                step.run();
              } catch (IOException | InterruptedException e) {
                failed.accept("cannot send the files of the program: " + e.getMessage());
              }
            });
  }
}
