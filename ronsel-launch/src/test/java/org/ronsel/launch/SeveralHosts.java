package org.ronsel.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Jobs on two hosts, which a {@link FakeShell} makes of this one. */
final class SeveralHosts {
  /** Options that name the hosts. */
  static final List<String> HOSTS = List.of("--hosts", "a.invalid,b.invalid");

  private SeveralHosts() {}

  /** A job whose ranks wait for each other, one on each host. */
  static Job ready(FakeShell shell, String... options) throws Exception {
    return ready(Map.of(), shell, options);
  }

  /** The same with variables in the environment of the launcher. */
  static Job ready(Map<String, String> environment, FakeShell shell, String... options)
      throws Exception {
    Job job = start(environment, shell, List.of(options), Job.program("Ready"));
    job.awaitOut("ready 0");
    job.awaitOut("ready 1");
    return job;
  }

  /** A job with one rank on each host. */
  static Job start(
      Map<String, String> environment, FakeShell shell, List<String> options, Object program)
      throws IOException {
    Path here = Path.of("").toAbsolutePath();
    return Job.start(environment, here, "run", "-n", 2, HOSTS, options, shell.option(), program);
  }

  /** Shells, agents and JVMs of both hosts. */
  static List<ProcessHandle> processes(FakeShell shell) throws IOException {
    List<ProcessHandle> all = new ArrayList<>();
    for (String host : List.of("a.invalid", "b.invalid")) {
      ProcessHandle process = shell.process(host);
      all.add(process);
      process.descendants().forEach(all::add);
    }
    return all;
  }

  /** Waits until these have ended. */
  static void assertAllEnd(List<ProcessHandle> processes) throws Exception {
    for (ProcessHandle process : processes) {
      process.onExit().get(Job.DEADLINE_S, TimeUnit.SECONDS);
    }
  }
}
