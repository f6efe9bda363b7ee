package org.ronsel.launch.spi;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Child processes, none of which outlives this process when it exits or is asked to end. A launcher
 * that {@link ChildLauncher} describes also ends when this process is killed.
 */
public final class ChildProcesses {
  private static final long GRACE_S = 5;
  private static final Set<Process> LIVE = ConcurrentHashMap.newKeySet();
  private static volatile boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::endAll, "end-child-processes"));
  }

  private ChildProcesses() {}

  /** Starts a process; {@link #end} must be called for it when it is no longer needed. */
  public static Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    LIVE.add(process);
    if (ending) { // perhaps too late for the hook to see it
      end(process);
    }
    return process;
  }

  private static void endAll() {
    ending = true;
    LIVE.forEach(ChildProcesses::end);
  }

  /**
   * Asks the process to end, so that a launcher can clean up, and kills it and its descendants
   * after 5 s. Does nothing if it has ended.
   */
  public static void end(Process process) {
    try {
      if (process.isAlive()) {
        askAndInsist(process);
      }
    } finally {
      LIVE.remove(process);
    }
  }

  private static void askAndInsist(Process process) {
    List<ProcessHandle> family = process.descendants().toList();
    process.destroy();
    boolean interrupted = false;
    try {
      var _ = process.waitFor(GRACE_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    process.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
