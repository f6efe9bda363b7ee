package org.ronsel.launch.remote;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/** A remote shell that is a process of this host. */
record ShellProcess(Process process, CompletableFuture<Integer> ended) implements RunningShell {
  ShellProcess(Process process) {
    this(process, process.onExit().thenApply(Process::exitValue));
  }

  @Override
  public InputStream output() {
    return process.getInputStream();
  }

  @Override
  public InputStream errors() {
    return process.getErrorStream();
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public void terminate() {
    process.destroy();
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }
}
