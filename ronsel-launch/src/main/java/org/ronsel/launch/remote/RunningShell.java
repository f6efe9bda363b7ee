package org.ronsel.launch.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A remote shell that has been started: by this process, or on another host, whose agent relays its
 * streams ({@link RelayedShell}). Any thread.
 */
public interface RunningShell {
  /** The standard output of the shell. */
  InputStream output();

  /** The standard error of the shell. */
  InputStream errors();

  /** The standard input of the shell; closing it signals the end. */
  OutputStream input();

  /** Completes with the exit status when the shell has ended. */
  CompletableFuture<Integer> ended();

  /** Asks the shell to end. */
  void terminate();

  /** Kills the shell. */
  void kill();

  /** Starts a remote shell from this host. */
  static RunningShell start(List<String> command) throws IOException {
    return new ShellProcess(new ProcessBuilder(command).start());
  }
}
