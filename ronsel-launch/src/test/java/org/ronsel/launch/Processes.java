package org.ronsel.launch;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Processes of this machine that tests have caused, whoever has started them. */
final class Processes {
  private Processes() {}

  /** Waits until these have ended. */
  static void assertAllEnd(Collection<ProcessHandle> processes) throws Exception {
    for (ProcessHandle process : processes) {
      process.onExit().get(Job.DEADLINE_S, TimeUnit.SECONDS);
    }
  }

  /** Those that are alive and have this in their command lines. */
  static List<ProcessHandle> marked(String mark) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(each -> commandLine(each).contains(mark)).toList();
    }
  }

  /** The command line of a process; empty if it has ended. */
  static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
