package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.launch.Processes.assertAllEnd;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.hosts.TestHosts;

/** Jobs by ssh over several hosts with a network between them. */
class SshTest {
  private static final int HOSTS = 3;

  /** Of a program that takes a while. */
  private static final int STEPS = 400;

  /**
   * What crosses the network besides the data of collective operations, by the options of a job.
   */
  private static final Map<String, TestHosts.Bytes> WITHOUT = new HashMap<>();

  private static TestHosts hosts;

  @BeforeAll
  static void up() throws Exception {
    hosts = TestHosts.up(HOSTS);
  }

  @AfterAll
  static void down() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "--processes", "--map-by=node"})
  void ranksOfAllHostsReachEachOther(String option) throws Exception {
    Job.Result result =
        Job.runBy(
            hosts.on("node1"),
            "run",
            "-n",
            6,
            "--hosts",
            "node1,node2,node3",
            option.isEmpty() ? List.of() : option,
            Job.program("Here"));
    assertThat(result.err()).isEmpty();
    List<Integer> on =
        option.equals("--map-by=node") ? List.of(1, 2, 3, 1, 2, 3) : List.of(1, 1, 2, 2, 3, 3);
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < 6; rank++) {
      lines.add("rank " + rank + " on node" + on.get(rank) + ", sum 21");
    }
    assertThat(result.sortedLines()).isEqualTo(lines);
    assertThat(result.status()).isZero();
  }

  @Test
  void aHostByItsAddressAndAHostFileDo() throws Exception {
    String address = hosts.exec("node1", "getent", "ahostsv4", "node2").out().split(" ", -1)[0];
    Path file = Path.of("target", "ssh-test-hosts").toAbsolutePath();
    Files.writeString(file, "# two\n" + address + " slots=2\n\nnode3:1\n");
    Job.Result result =
        Job.runBy(hosts.on("node1"), "run", "--hostfile", file, Job.program("Here"));
    Files.delete(file);
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "rank 0 on node2, sum 6", "rank 1 on node2, sum 6", "rank 2 on node3, sum 6");
  }

  /** A job of whose hosts each reaches one; the launcher is on node1. */
  private static Job.Result inAChain(String... options) throws Exception {
    return Job.runBy(
        hosts.on("node1"),
        "run",
        "--hosts",
        "node1,node2,node3",
        "--fan-out",
        1,
        List.of(options),
        Job.program("ReachedFrom"));
  }

  @Test
  void hostsAreReachedFromOneAnother() throws Exception {
    Job.Result result = inAChain();
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly("node1 from here", "node2 from node1", "node3 from node2");
    assertThat(result.status()).isZero();
  }

  @Test
  void whatAHostCannotReachIsReachedFromHere() throws Exception {
    // Seen by all hosts, and in a folder that jobs of other tests do not send meanwhile.
    Path folder = Files.createDirectories(Path.of("target", ".shells"));
    Path shell = folder.resolve("ssh-of-node1").toAbsolutePath();
    Files.writeString(
        shell,
        "[ \"$(hostname)\" = node1 ] || { echo 'no key here' >&2; exit 255; }; exec ssh \"$@\"");
    Job.Result result = inAChain("--ssh", "sh " + shell);
    Files.delete(shell);
    assertThat(result.err().lines())
        .singleElement()
        .asString()
        .contains("node3: could not be reached from node2 (no key here)", "--fan-out");
    assertThat(result.sortedLines())
        .containsExactly("node1 from here", "node2 from node1", "node3 from node1");
    assertThat(result.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "KILL, 137"})
  void whateverEndsTheLauncherNothingIsLeftOfHostsBehindHosts(String signal, int status)
      throws Exception {
    try (Job job = ready("--fan-out", "1")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      job.signal(signal);
      assertThat(job.await().status()).isEqualTo(status);
      assertAllEnd(all);
    }
  }

  @Test
  void whereOthersAreToGoOnNoHostIsReachedFromAnother() throws Exception {
    Job.Result result = inAChain("--on-failure", "report");
    assertThat(result.sortedLines())
        .containsExactly("node1 from here", "node2 from node1", "node3 from node1");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "KILL, 137"})
  void whateverEndsTheLauncherNothingIsLeft(String signal, int status) throws Exception {
    try (Job job = ready()) {
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      job.signal(signal);
      assertThat(job.await().status()).isEqualTo(status);
      assertAllEnd(all);
    }
  }

  @Test
  void aJvmThatIsKilledIsNamedWithItsHostAndNotThoseThatMissIt() throws Exception {
    try (Job job = ready()) {
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      long pid = ReadyRanks.jvm(job, 2);
      Job.signal(pid, "KILL");
      Job.Result result = job.await();
      assertThat(result.err().lines())
          .hasSize(1)
          .first()
          .asString()
          .contains("the JVM of rank 2 (process " + pid + " on node3) was killed by SIGKILL");
      assertThat(result.status()).isEqualTo(137);
      assertAllEnd(all);
    }
  }

  /**
   * The cable of one is pulled out: ssh notices after a while, here sooner, and the lost host that
   * it hears nothing any more.
   */
  @Test
  void aHostThatIsLostIsNamedAndLeavesNothing() throws Exception {
    String alive = "ssh -o ServerAliveInterval=1 -o ServerAliveCountMax=2";
    try (Job job = ready("--ssh", alive)) {
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      hosts.cut("node3");
      try {
        Job.Result result = job.await();
        assertThat(result.err()).contains("lost host node3");
        assertThat(result.status()).isEqualTo(1);
        assertAllEnd(all);
      } finally {
        hosts.restore("node3");
      }
    }
  }

  /**
   * The conformance suite, by ranks in JVMs on hosts with a network between them: some of it, or
   * all with {@code -Pthorough}.
   */
  @ParameterizedTest
  @CsvSource({
    "4, '--hosts=node1,node2 --jvms-per-host=2'",
    "6, '--hosts=node1,node2,node3'",
    "4, '--hosts=node1:1,node2:3'"
  })
  void theConformanceSuiteHoldsBetweenHosts(int ranks, String options) throws Exception {
    List<String> some = List.of("matching.", "communicator.", "request.");
    Job.Result result =
        Job.runBy(
            hosts.on("node1"),
            "run",
            "-n",
            ranks,
            List.of(options.split(" ", -1)),
            "-cp",
            Path.of("..", "ronsel-core", "target", "test-classes").toAbsolutePath().normalize(),
            "org.ronsel.conformance.Conformance",
            Boolean.getBoolean("ronsel.test.thorough") ? List.of() : some);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).containsPattern("\\d\\d scenarios hold on " + ranks + " ranks");
    assertThat(result.status()).isZero();
  }

  /**
   * What all ranks get crosses the network once for each host, and what they combine once in each
   * direction, whether the ranks of a host are threads or processes.
   */
  @ParameterizedTest
  @CsvSource({
    "broadcast, 1, 0, --jvms-per-host=1", "broadcast, 1, 0, --jvms-per-host=2",
    "allReduce, 1, 1, --jvms-per-host=1", "allReduce, 1, 1, --jvms-per-host=2"
  })
  void collectiveOperationsMoveNoMoreBytesThanTheyMust(String call, int out, int in, String option)
      throws Exception {
    int times = 10;
    TestHosts.Bytes without = WITHOUT.get(option);
    if (without == null) {
      without = bytesOf("barrier", times, option);
      WITHOUT.put(option, without);
    }
    TestHosts.Bytes with = bytesOf(call, times, option);
    double megabyte = 1 << 20;
    assertThat((with.out() - without.out()) / megabyte / times)
        .isBetween(out - 0.01, 1.05 * out + 0.02);
    assertThat((with.in() - without.in()) / megabyte / times)
        .isBetween(in - 0.01, 1.05 * in + 0.02);
  }

  /** What goes over the network in a job of two hosts with two ranks each. */
  private static TestHosts.Bytes bytesOf(String call, int times, String option) throws Exception {
    TestHosts.Bytes before = hosts.bytes("node1");
    Job.Result result =
        Job.runBy(
            hosts.on("node1"),
            "run",
            "-n",
            4,
            "--hosts=node1,node2",
            option,
            Job.program("Collective"),
            call,
            times);
    assertThat(result.err()).isEmpty();
    TestHosts.Bytes after = hosts.bytes("node1");
    return new TestHosts.Bytes(after.in() - before.in(), after.out() - before.out());
  }

  /** With {@code --on-failure=report} the other hosts go on, and the lost one is left alone. */
  @Test
  void theOtherHostsGoOnWithoutOneThatIsLost() throws Exception {
    String mark = "-Dronsel.test.job=" + UUID.randomUUID();
    List<String> command = new ArrayList<>(hosts.on("node1"));
    command.addAll(List.of("env", "RONSEL_HOST_TIMEOUT=3s"));
    try (Job job =
        Job.startBy(
            command,
            "run",
            "--hosts=node1,node2,node3",
            "--on-failure=report",
            "--ssh=ssh -o ServerAliveInterval=1 -o ServerAliveCountMax=2",
            "-J" + mark,
            Job.program("Mixed"),
            1,
            STEPS,
            0,
            STEPS / 2,
            "survive")) {
      job.awaitOut("step " + STEPS / 2);
      hosts.cut("node3");
      try {
        Job.Result result = job.await();
        assertThat(result.err()).startsWith("ronsel: lost host node3");
        assertThat(result.out())
            .contains("rank 0 has gone " + STEPS, "rank 1 has gone " + STEPS)
            .doesNotContain("rank 2");
        assertThat(result.status()).isZero();
      } finally {
        hosts.restore("node3");
      }
    }
    assertAllEnd(Processes.marked(mark));
  }

  /** The cable of the launcher: the others end by themselves. */
  @Test
  void theLossOfTheHostOfTheLauncherLeavesNothing() throws Exception {
    try (Job job = ready()) {
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      hosts.cut("node1");
      try {
        job.signal("KILL");
        assertAllEnd(all);
      } finally {
        hosts.restore("node1");
      }
    }
  }

  /**
   * By its name, as by an address of it; of the launcher and agents nothing but loopback is open.
   */
  @ParameterizedTest
  @CsvSource({"eth0, 10.77.0.", "fd00:77::/64, fd00:77::"})
  void jvmsListenOnTheChosenInterfaceAlone(String network, String address) throws Exception {
    try (Job job = ready("--net", network)) {
      for (int host = 1; host <= 3; host++) {
        String own = address + host;
        List<String> at = listening("node" + host);
        assertThat(at.stream().filter(own::equals)).as("%s on node%d", at, host).hasSize(1);
        assertThat(at)
            .as("node%d", host)
            .allMatch(each -> each.equals(own) || each.equals("127.0.0.1") || each.equals("::1"));
      }
      List<ProcessHandle> all = ReadyRanks.processes(job, HOSTS);
      job.signal("INT");
      assertThat(job.await().status()).isEqualTo(130);
      assertAllEnd(all);
    }
  }

  /** The addresses on which anything but the sshd of a host listens. */
  private static List<String> listening(String host) throws Exception {
    List<String> at = new ArrayList<>();
    TestHosts.Result sockets = hosts.exec(host, "ss", "-Hltn");
    assertThat(sockets.status()).as(sockets.err()).isZero();
    for (String line : sockets.out().lines().toList()) {
      String local = line.split(" +", -1)[3];
      int colon = local.lastIndexOf(':');
      if (!local.endsWith(":22")) {
        at.add(local.substring(0, colon).replaceAll("^\\[(?:::ffff:)?|]$", ""));
      }
    }
    return at;
  }

  /** What ssh refuses is one clear message, and no rank starts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --hosts node1,node9                     | cannot start on host node9: there is no host of this name (ssh: Could not resolve hostname node9
          --hosts node1,stranger@node2              | cannot start on host stranger@node2: it does not let you in (stranger@node2: Permission denied
          --hosts node2 --ssh=ssh_-p_1            | cannot start on host node2: nothing listens there (ssh: connect to host node2 port 1: Connection refused)
          --hosts node2 --ssh=ssh_-oGlobalKnownHostsFile=/dev/null | cannot start on host node2: its key is not known, or has changed
          --hosts 192.0.2.77 --ssh=ssh_-oConnectTimeout=1 | cannot start on host 192.0.2.77: it cannot be reached
          --hosts node2 --net=eth77               | host node2: --net eth77: there is no such interface; there is
          --hosts node2 --ronsel-home=/no/where   | cannot start on host node2: Ronsel is not where it is on this host (no directory /no/where/lib)
          """)
  void whatIsRefusedIsSaid(String options, String why) throws Exception {
    List<String> words = new ArrayList<>();
    for (String word : options.split(" ", -1)) {
      words.add(word.startsWith("--ssh") ? word.replace('_', ' ') : word);
    }
    Job.Result result = Job.runBy(hosts.on("node1"), "run", "-n", 2, words, Job.program("Here"));
    assertThat(result.err()).startsWith("ronsel: " + why);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(1);
  }

  /** Two names of one host, which only the system knows to be one. */
  @Test
  void twoHostsWithTheSameAddressAreRefused() throws Exception {
    String address = hosts.exec("node1", "getent", "ahostsv4", "node2").out().split(" ", -1)[0];
    Job.Result result =
        Job.runBy(hosts.on("node1"), "run", "--hosts", "node2," + address, Job.program("Here"));
    assertThat(result.err())
        .contains("node2 and " + address + " are the same host, with the address " + address);
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void standardInputReachesRankZeroElsewhere() throws Exception {
    try (Job job =
        Job.startBy(
            hosts.on("node1"), "run", "--hosts", "node2,node3", Job.program("Echo"), "bytes")) {
      job.write("line\n".repeat(100_000));
      job.closeInput();
      assertThat(job.await().sortedLines()).containsExactly("0 read 100000", "1 read 0");
    }
  }

  /** A job with a rank on each host, where all wait. */
  private static Job ready(String... options) throws Exception {
    List<String> command = new ArrayList<>(hosts.on("node1"));
    command.addAll(List.of("env", "RONSEL_HOST_TIMEOUT=3s"));
    Job job =
        Job.startBy(
            command,
            "run",
            "--hosts",
            "node1,node2,node3",
            List.of(options),
            Job.program("Here"),
            "wait");
    job.awaitReady(HOSTS);
    return job;
  }
}
