package org.ronsel.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
    job.awaitReady(2);
    return job;
  }

  /** Runs a job with one rank on each host to its end. */
  static Job.Result run(FakeShell shell, Object... arguments) throws Exception {
    return Job.run(words(shell, arguments));
  }

  /** Starts a job with one rank on each host. */
  static Job start(FakeShell shell, Object... arguments) throws IOException {
    return start(Map.of(), shell, arguments);
  }

  /** The same with variables in the environment of the launcher. */
  static Job start(Map<String, String> environment, FakeShell shell, Object... arguments)
      throws IOException {
    return Job.startWith(environment, words(shell, arguments));
  }

  private static Object[] words(FakeShell shell, Object... arguments) {
    List<Object> words = new ArrayList<>(List.of("run", "-n", 2, HOSTS, shell.option()));
    words.addAll(List.of(arguments));
    return words.toArray();
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
}
