package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.launch.Processes.assertAllEnd;
import static org.ronsel.launch.SeveralHosts.HOSTS;
import static org.ronsel.launch.SeveralHosts.processes;
import static org.ronsel.launch.SeveralHosts.ready;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.agent.HostAgent;

/** The start of hosts: how each is reached, and what is said when one cannot be. */
class SeveralHostsStartTest {
  @TempDir Path folder;

  /** Their languages are not that of sh. */
  @ParameterizedTest
  @ValueSource(strings = {"tcsh", "fish"})
  void usersMayHaveOtherLoginShells(String shell) throws Exception {
    LoginShells.require(shell);
    Job.Result result =
        SeveralHosts.run(FakeShell.in(folder, shell + " -c \"$*\""), Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 on a.invalid", "1 on b.invalid");
    assertThat(result.status()).isZero();
  }

  @Test
  void thisHostNeedsNoShell() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            4,
            "--hosts",
            "b.invalid,localhost",
            FakeShell.in(folder).option(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly("0 on b.invalid", "1 on b.invalid", "2 on this host", "3 on this host");
    assertThat(folder.resolve("localhost.pid")).doesNotExist();
  }

  @Test
  void thisHostGetsOneIfThatIsAskedFor() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "--hosts",
            "localhost",
            "--launcher",
            "ssh",
            FakeShell.in(folder).option(),
            Job.program("WhichHost"));
    assertThat(result.sortedLines()).containsExactly("0 on localhost");
    assertThat(result.status()).isZero();
  }

  /** A chain of four hosts, of whose agents one starts the other. */
  @Test
  void theRanksOfHostsBehindHostsAreHeard() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job =
        Job.start(
            "run",
            "--hosts",
            "a.invalid,b.invalid,c.invalid,d.invalid",
            "--fan-out",
            1,
            shell.option(),
            Job.program("Ready"))) {
      job.awaitReady(4);
      assertThat(shell.agent("a.invalid").descendants())
          .contains(shell.agent("d.invalid"), shell.jvms("d.invalid").getFirst());
      List<ProcessHandle> all = shell.process("a.invalid").descendants().toList();
      job.signal("TERM");
      assertThat(job.await().out()).contains("hook 0", "hook 1", "hook 2", "hook 3");
      assertAllEnd(all);
    }
  }

  /**
   * Two levels of a tree of hosts: a and b, and two behind each of them. No login goes on before
   * all those of its level are under way.
   */
  @Test
  void theHostsOfALevelAreLoggedInToAtTheSameTime() throws Exception {
    FakeShell shell =
        FakeShell.in(
            folder,
            """
            case $FAKE_HOST in
              [ab].*) level=1 all=2 ;;
              *) level=2 all=4 ;;
            esac
            : >"%s/level-$level-$FAKE_HOST"
            until [ $(ls "%s" | grep -c "^level-$level-") -eq $all ]; do sleep 0.05; done
            sh -c "$*"
            """
                .formatted(folder, folder));
    Job.Result result =
        Job.run(
            "run",
            "--hosts",
            "a.invalid,b.invalid,c.invalid,d.invalid,e.invalid,f.invalid",
            "--fan-out",
            2,
            shell.option(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "0 on a.invalid",
            "1 on b.invalid",
            "2 on c.invalid",
            "3 on d.invalid",
            "4 on e.invalid",
            "5 on f.invalid");
  }

  @Test
  void aHostThatAnotherOneCannotReachIsReachedFromHere() throws Exception {
    // Whoever is started by an agent has its host in the environment.
    FakeShell shell =
        FakeShell.in(
            folder,
            "[ -z \"$OUTER_HOST\" ] || { echo 'no way' >&2; exit 255; }\n"
                + "OUTER_HOST=$FAKE_HOST; export OUTER_HOST\nsh -c \"$*\"");
    Job.Result result =
        Job.run("run", HOSTS, "--fan-out", 1, shell.option(), Job.program("WhichHost"));
    assertThat(result.err().lines())
        .singleElement()
        .asString()
        .contains(
            "b.invalid: could not be reached from a.invalid (no way); the launcher logs in to it itself");
    assertThat(result.sortedLines()).containsExactly("0 on a.invalid", "1 on b.invalid");
    assertThat(result.status()).isZero();
  }

  /** Only frames may come out of an agent, and a shell may greet. */
  @Test
  void aShellThatTalksIsNotInTheWay() throws Exception {
    FakeShell shell =
        FakeShell.in(folder, "echo Welcome; echo careful >&2; printf '* no news'; sh -c \"$*\"");
    Job.Result result = SeveralHosts.run(shell, Job.program("WhichHost"));
    assertThat(result.out().lines()).hasSize(2);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
  }

  /** The secret is 64 hexadecimal digits for a JVM, and bytes of a frame for an agent. */
  @Test
  void noSecretIsInACommandLineOrAVariable() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      assertThat(all).hasSizeGreaterThanOrEqualTo(6);
      for (ProcessHandle process : all) {
        for (String file : List.of("cmdline", "environ")) {
          assertThat(Path.of("/proc/" + process.pid(), file))
              .content()
              .doesNotContainPattern("[0-9a-f]{64}");
        }
      }
      job.signal("KILL");
      assertAllEnd(all);
    }
  }

  /**
   * What keeps a host from starting is one clear message, and nothing is left.
   *
   * @param body of the remote shell to host b
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          echo "ssh: Could not resolve hostname b.invalid: Name or service not known" >&2; exit 255 ~ cannot start on host b.invalid: there is no host of this name (ssh: Could not resolve hostname b.invalid: Name or service not known): check its spelling
          echo "Host key verification failed." >&2; exit 255 ~ its key is not known, or has changed (Host key verification failed.): connect by hand once and look whether it is the right one: ssh b.invalid true
          echo "me@b: Permission denied (publickey)." >&2; exit 255 ~ it does not let you in (me@b: Permission denied (publickey).): 'ssh b.invalid true' has to work without a password
          echo "ssh: connect to host b port 22: Connection timed out" >&2; exit 255 ~ it cannot be reached (ssh: connect to host b port 22: Connection timed out)
          echo "ssh: connect to host b port 22: Connection refused" >&2; exit 255 ~ nothing listens there
          exit 7 ~ cannot start on host b.invalid: the remote shell ended with status 7 and has said nothing
          echo "/opt/shims/java: 3: exec: /opt/jdk/bin/java: not found" >&2; exit 127 ~ cannot start on host b.invalid: the remote shell ended with status 127; it has said:\\n  /opt/shims/java: 3: exec: /opt/jdk/bin/java: not found
          echo one; echo two >&2; exit 7 ~ the remote shell ended with status 7; it has said:
          sh -c "$(echo "$*" | sed s,bin/java,bin/no-java,)" ~ PATH
          sh -c "$(echo "$*" | sed s,ronsel-core,ronsel-cure,)" ~ cannot start on host b.invalid: Ronsel is not where it is on this host (no file
          sh -c "$(echo "$*" | sed s,agent.HostAgent,agent.NoAgent,)" ~ Ronsel is not where it is on this host (Error: Could not find or load main class org.ronsel.launch.agent.NoAgent
          echo "java.lang.UnsupportedClassVersionError: class file version 69.0" >&2; exit 1 ~ its Java is too old
          sh -c "$*" </dev/null ~ lost host b.invalid: its connection ended with status 0; it has said:\\n  standard input has ended before the launcher has said anything: does what a login runs, such as .bashrc, redirect it?
          sh -c "$*" | sh -c "head -n 2; echo hello from afar; cat" ~ host b.invalid: what comes from there is not what Ronsel's agent sends (a frame of 1751477356 bytes, 'hello from afar'): what a login starts in the background, such as by .bashrc, must not print
          echo "ronsel-agent 1 25" ~ host b.invalid has another version of Ronsel
          """)
  void whatKeepsAHostFromStartingIsSaid(String body, String why) throws Exception {
    if (why.equals("PATH")) {
      body =
          "PATH=/nowhere; export PATH; /bin/sh -c \"$(echo \"$*\" | /bin/sed s,bin/java,bin/no-java,)\"";
      why = "cannot start on host b.invalid: it has no java: install JDK 25 there";
    }
    FakeShell shell =
        FakeShell.in(
            folder, "if [ $FAKE_HOST = b.invalid ]; then\n" + body + "\nelse sh -c \"$*\"; fi");
    try (Job job = SeveralHosts.start(shell, Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err()).contains(why.replace("\\n", "\n"));
      assertThat(result.err().lines().filter(line -> line.startsWith("ronsel: "))).hasSize(1);
      assertThat(result.out()).as("nothing has started").isEmpty();
      assertThat(result.status()).isEqualTo(1);
      assertThat(ProcessHandle.current().descendants().filter(SeveralHostsStartTest::isOurs))
          .isEmpty();
    }
  }

  @Test
  void anotherJavaIsRefused() throws Exception {
    String greeting = "ronsel-agent " + org.ronsel.launch.remote.HostFrameCodec.VERSION + " 99";
    FakeShell shell = FakeShell.in(folder, "echo '" + greeting + "'; cat");
    Job.Result result =
        Job.run("run", "-n", 1, "--hosts", "b.invalid", shell.option(), Job.program("Who"));
    assertThat(result.err())
        .isEqualTo(
            "ronsel: host b.invalid has Java 99, but this one has Java "
                + Runtime.version().feature()
                + ": all hosts of a job need the same\n");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aShellThatHangsIsNamedWithWhatItHasSaid() throws Exception {
    FakeShell shell = FakeShell.in(folder, "echo 'password?' >&2; exec sleep 1000");
    Map<String, String> hurry = Map.of("RONSEL_START_TIMEOUT", "2s");
    try (Job job =
        Job.startWith(
            hurry, "run", "-n", 1, "--hosts", "b.invalid", shell.option(), Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err())
          .isEqualTo(
              "ronsel: host b.invalid does not answer within 2s (RONSEL_START_TIMEOUT); it has said:\n  password?\n");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  @Test
  void aShellThatIsNotThereIsNamed() throws Exception {
    Job.Result result =
        Job.run(
            "run", "-n", 1, "--hosts", "b.invalid", "--ssh", "no-such-shell", Job.program("Who"));
    assertThat(result.err())
        .contains("cannot start on host b.invalid: there is no such remote shell here")
        .contains("no-such-shell");
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void whatAHostDoesNotHaveIsSaid() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            1,
            "--hosts",
            "b.invalid",
            FakeShell.in(folder).option(),
            "--net",
            "eth77",
            Job.program("Who"));
    assertThat(result.err())
        .contains("ronsel: host b.invalid: --net eth77: there is no such interface; there is ");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aHostWithoutMemoryForItsRanksIsNamed() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            100_000,
            "--ranks-per-jvm",
            20,
            "--hosts",
            "b.invalid",
            FakeShell.in(folder).option(),
            Job.program("Who"));
    assertThat(result.err())
        .contains("100000 ranks in 5000 JVMs need about ", ", and host b.invalid can give ");
    assertThat(result.status()).isEqualTo(1);
  }

  private static boolean isOurs(ProcessHandle process) {
    return Stream.of(process.info().arguments().orElse(new String[0]))
        .anyMatch(word -> word.equals(HostAgent.class.getName()) || word.endsWith("LaunchedJvm"));
  }
}
