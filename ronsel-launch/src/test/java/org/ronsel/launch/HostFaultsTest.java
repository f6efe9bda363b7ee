package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.launch.hosts.TestHosts;

/**
 * What happens to JVMs, agents, hosts and the network between them, among whatever traffic: the job
 * ends in the right answer or the right error, and nothing is left. What is done to whom, and when,
 * follows from a seed; a campaign prints a line for each:
 *
 * <pre>./ronsel test -pl ronsel-launch -am -Dtest=HostFaultsTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dronsel.kills=200 -Dronsel.kills.seed=1
 * </pre>
 */
class HostFaultsTest {
  private static final int HOSTS = 3;
  private static final int STEPS = 40;
  private static final int FAULTS = Integer.getInteger("ronsel.kills", 3);

  /** How soon a lost host is noticed here, by ssh and by the ranks. */
  private static final List<String> SOON =
      List.of(
          "--ssh=ssh -o ServerAliveInterval=1 -o ServerAliveCountMax=2",
          "-J-Dronsel.tcp.silence=4");

  private static TestHosts hosts;

  private final String mark = "-Dronsel.test.job=" + UUID.randomUUID();

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

  private Job start(Object... arguments) throws Exception {
    List<String> command = new ArrayList<>(hosts.on("node1"));
    command.addAll(List.of("env", "RONSEL_HOST_TIMEOUT=6s"));
    List<Object> words = new ArrayList<>(List.of("run", "--hosts=node1,node2,node3", "-J" + mark));
    words.addAll(List.of(arguments));
    Job job = Job.startBy(command, words.toArray());
    job.closeInput();
    return job;
  }

  /** The JVM of a rank, as it is on this machine. */
  private ProcessHandle jvm(int number) {
    return Processes.marked(mark).stream()
        .filter(
            each -> {
              String command = Processes.commandLine(each);
              return command.contains("org.ronsel.runtime.LaunchedJvm")
                  && command.endsWith(" " + number);
            })
        .findFirst()
        .orElseThrow(() -> new AssertionError("JVM " + number + " is not there"));
  }

  private void assertNothingIsLeft() throws Exception {
    Processes.assertAllEnd(Processes.marked(mark));
    for (int host = 1; host <= HOSTS; host++) {
      TestHosts.Result files = hosts.exec("node" + host, "sh", "-c", "ls -A /tmp /dev/shm");
      assertThat(files.out()).doesNotContain("ronsel-job-").doesNotContain("ronsel-shm");
    }
  }

  /** Among collective operations and whatever else; it takes less time than makes a host lost. */
  @Test
  void aCableThatIsPulledForAMomentIsNoFailure() throws Exception {
    try (Job job = start("-n", 6, Job.program("Mixed"), 3, STEPS, 0, 12)) {
      job.awaitOut("step 12");
      hosts.cut("node3");
      try {
        Polling.linger(Duration.ofMillis(1500));
      } finally {
        hosts.restore("node3");
      }
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.out()).contains("done");
      assertThat(result.status()).isZero();
    }
    assertNothingIsLeft();
  }

  /** A JVM that dies while nobody can be told: its host says so when it is there again. */
  @Test
  void aConnectionOfWhichOneEndIsGoneEnds() throws Exception {
    try (Job job =
        start(
            "-n",
            HOSTS,
            "--on-failure=report",
            SOON,
            Job.program("Mixed"),
            5,
            STEPS,
            0,
            12,
            "survive")) {
      job.awaitOut("step 12");
      ProcessHandle jvm = jvm(2);
      hosts.cut("node3");
      try {
        jvm.destroyForcibly();
        Processes.assertAllEnd(List.of(jvm));
      } finally {
        hosts.restore("node3");
      }
      Job.Result result = job.await();
      assertThat(result.err()).contains("the others go on without rank 2");
      assertThat(result.out())
          .contains("rank 0 has gone " + STEPS, "rank 1 has gone " + STEPS)
          .doesNotContain("rank 2");
      assertThat(result.status()).isZero();
    }
    assertNothingIsLeft();
  }

  /** What node3 sends to node2 does not get there, as behind a firewall that drops it. */
  @Test
  void aFirewallIsNamedWithHostAndPort() throws Exception {
    hosts.exec("node3", "ip", "route", "add", "blackhole", "10.77.0.2/32");
    try (Job job = start("-n", HOSTS, "-J-Dronsel.tcp.connect=2", Job.program("Here"))) {
      Job.Result result = job.await();
      assertThat(result.err())
          .containsPattern(
              "cannot connect to (node[23]/)?10\\.77\\.0\\.[23] port \\d+ within 2 s: .*firewall");
      assertThat(result.status()).isEqualTo(1);
    } finally {
      hosts.exec("node3", "ip", "route", "del", "blackhole", "10.77.0.2/32");
    }
    assertNothingIsLeft();
  }

  @Test
  void aRangeOfPortsThatIsTooSmallIsNamed() throws Exception {
    try (Job job =
        start("-n", 6, "--jvms-per-host=2", "--ports=20000-20000", Job.program("Here"))) {
      Job.Result result = job.await();
      assertThat(result.err())
          .contains("all ports from 20000 to 20000 are taken; each JVM of a host needs one");
      assertThat(result.status()).isEqualTo(1);
    }
    assertNothingIsLeft();
  }

  /** Over IPv6, which has to be asked for. */
  @Test
  void ranksReachEachOtherByAnotherNetwork() throws Exception {
    try (Job job = start("-n", HOSTS, "--net=fd00:77::/64", Job.program("Here"))) {
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
    }
  }

  // ---- by seeds ----

  private enum Fault {
    /** The JVM of a rank is killed. */
    JVM,
    /** The agent of a host is. */
    AGENT,
    /** The cable of a host is pulled out, and put back when the job is over. */
    CABLE,
    /** The launcher is killed. */
    LAUNCHER
  }

  static LongStream seeds() {
    long first = Long.getLong("ronsel.kills.seed", 1);
    return LongStream.range(first, first + FAULTS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverFailsTheJobEndsAsItShould(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Fault fault = Fault.values()[(int) Math.floorMod(seed, Fault.values().length)];
    boolean goesOn = random.nextBoolean();
    int step = random.nextInt(STEPS - 1);
    int victim = 1 + random.nextInt(HOSTS - 1); // not the host of the launcher
    int connections = 1 + random.nextInt(3);
    List<Object> arguments = new ArrayList<>(List.of("-n", 2 * HOSTS, "--jvms-per-host=1"));
    arguments.addAll(List.of(SOON, "--connections", connections));
    if (goesOn) {
      arguments.add("--on-failure=report");
    }
    arguments.addAll(List.of(Job.program("Mixed"), seed, STEPS, 0, step));
    if (goesOn) {
      arguments.add("survive");
    }
    try (Job job = start(arguments.toArray())) {
      job.awaitOut("step " + step);
      Polling.linger(Duration.ofMillis(random.nextInt(20)));
      String host = "node" + (victim + 1);
      switch (fault) {
        case JVM -> jvm(victim).destroyForcibly();
        case AGENT -> jvm(victim).parent().orElseThrow().destroyForcibly();
        case CABLE -> hosts.cut(host);
        case LAUNCHER -> job.signal("KILL");
      }
      Job.Result result = job.await();
      if (fault == Fault.CABLE) {
        hosts.restore(host);
      }
      if (FAULTS > 10) {
        System.out.printf(
            "seed %d, %s of %s, step %d, %s: status %d%n%s",
            seed, fault, host, step, goesOn ? "report" : "abort", result.status(), result.err());
      }
      assertNothingIsLeft();
      String lost = "ranks " + 2 * victim + " to " + (2 * victim + 1);
      switch (fault) {
        case LAUNCHER -> assertThat(result.status()).isEqualTo(137);
        case JVM -> assertThat(result.err()).contains("the JVM of " + lost, "killed by SIGKILL");
        case AGENT, CABLE -> assertThat(result.err()).contains("lost host " + host);
      }
      if (fault == Fault.LAUNCHER) {
        return;
      }
      if (goesOn) {
        assertThat(result.err()).contains("the others go on without " + lost);
        for (int rank = 0; rank < 2 * HOSTS; rank++) {
          if (rank / 2 != victim) {
            assertThat(result.out()).contains("rank " + rank + " has gone " + STEPS + " steps");
          }
        }
        assertThat(result.status()).isZero();
      } else {
        // What the remote shell has said may stand behind it.
        assertThat(result.err().lines().filter(line -> line.startsWith("ronsel: ")))
            .as("one reason")
            .hasSize(1);
        assertThat(result.status()).isEqualTo(fault == Fault.JVM ? 137 : 1);
      }
    }
  }
}
