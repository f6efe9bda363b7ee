package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ronsel.launch.agent.HostAgent;

/**
 * A remote shell that runs all commands on this host, so that jobs of several hosts can be tried on
 * one. What it runs has the variable {@code FAKE_HOST}.
 */
record FakeShell(Path script) {
  /** One that does as it is told. */
  static FakeShell in(Path folder) throws IOException {
    return in(folder, "sh -c \"$*\"");
  }

  /**
   * One with other ways.
   *
   * @param body of the script: {@code $*} is the command, {@code $FAKE_HOST} the host
   */
  static FakeShell in(Path folder, String body) throws IOException {
    Path script = folder.resolve("fake-shell");
    Files.writeString(
        script,
        """
        #!/bin/sh
        FAKE_HOST=$1
        export FAKE_HOST
        shift
        echo $$ >"%s/$FAKE_HOST.pid.new"
        mv "%s/$FAKE_HOST.pid.new" "%s/$FAKE_HOST.pid"
        %s
        exit $?
        """
            .formatted(folder, folder, folder, body));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return new FakeShell(script);
  }

  /** The option of {@code ronsel run} that names it. */
  List<String> option() {
    return List.of("--ssh", script.toString());
  }

  /** The process that is the remote shell of a host. */
  ProcessHandle process(String host) throws IOException {
    long pid = Long.parseLong(Files.readString(script.resolveSibling(host + ".pid")).strip());
    return ProcessHandle.of(pid).orElseThrow();
  }

  /** The agent on a host. */
  ProcessHandle agent(String host) throws IOException {
    return process(host)
        .descendants()
        .filter(each -> has(each, HostAgent.class.getName()))
        .findFirst()
        .orElseThrow();
  }

  /** The JVMs of ranks on a host. */
  List<ProcessHandle> jvms(String host) throws IOException {
    return agent(host)
        .children()
        .filter(each -> has(each, "org.ronsel.runtime.LaunchedJvm"))
        .toList();
  }

  private static boolean has(ProcessHandle process, String argument) {
    // The shell that starts the agent has its class among its own words.
    return process.info().command().orElse("").endsWith("java")
        && List.of(process.info().arguments().orElse(new String[0])).contains(argument);
  }
}
