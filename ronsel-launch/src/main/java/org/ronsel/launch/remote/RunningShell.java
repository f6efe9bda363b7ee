package org.ronsel.launch.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A remote shell that has been started: by this process, or on another host, whose agent passes its
 * streams on ({@link RelayedShell}). Any thread.
 */
public interface RunningShell {
  /** What it prints. */
  InputStream output();

  /** What it complains of. */
  InputStream errors();

  /** What it reads; closed, it has read all. */
  OutputStream input();

  /** Completes with its exit status when it has ended. */
  CompletableFuture<Integer> ended();

  /** Asks it to end. */
  void terminate();

  /** Ends it. */
  void kill();

  /** Starts a remote shell from here. */
  static RunningShell start(List<String> command) throws IOException {
    return new ShellProcess(new ProcessBuilder(command).start());
  }
}
