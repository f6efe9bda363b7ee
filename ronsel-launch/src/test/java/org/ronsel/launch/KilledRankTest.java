package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whenever a rank is killed, among whatever traffic, the launcher names it and nobody else, ends
 * with the status of the signal, and leaves nothing. The moment and the traffic follow from a seed;
 * a campaign of many kills prints a line for each:
 *
 * <pre>./ronsel test -pl ronsel-launch -am -Dtest=KilledRankTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dronsel.kills=500 -Dronsel.kills.seed=1
 * </pre>
 */
class KilledRankTest {
  private static final int RANKS = 8;
  private static final int STEPS = 40;

  /** About what the JVMs of such a job take until all their ranks run. */
  private static final int START_MS = 2500;

  private static final int KILLS = Integer.getInteger("ronsel.kills", 6);

  /** Of jobs whose shared memory has names. */
  @TempDir private Path sharedMemory;

  /** What the rank is doing. */
  private enum Phase {
    START,
    TRAFFIC,
    END;

    static Phase of(long seed) {
      return switch ((int) Math.floorMod(seed, 6)) {
        case 0 -> START;
        case 3 -> END;
        default -> TRAFFIC;
      };
    }
  }

  static LongStream fewerSeeds() {
    return seeds().limit(Math.max(3, KILLS / 2));
  }

  static LongStream seeds() {
    long first = Long.getLong("ronsel.kills.seed", 1);
    return LongStream.range(first, first + KILLS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aKilledRankIsNamedAndNobodyElse(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    int victim = random.nextInt(RANKS);
    int step = random.nextInt(STEPS);
    String mark = "-Dronsel.test.job=" + UUID.randomUUID();
    List<String> options = new ArrayList<>(List.of("-J" + mark));
    if (random.nextInt(4) == 0) {
      options.add("-J-Dronsel.shm.dir=" + sharedMemory);
    }
    Object program = Job.program("Mixed");
    try (Job job =
        Job.start("run", "-n", RANKS, "--processes", options, program, seed, STEPS, victim, step)) {
      job.closeInput();
      ProcessHandle jvm = awaitJvm(job, victim);
      awaitMoment(job, step, Phase.of(seed), random);
      Set<Long> pids = job.jvms().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
      jvm.destroyForcibly();
      Job.Result result = job.await();
      if (KILLS > 10) {
        System.out.printf(
            "seed %d, rank %d, %s: status %d%n%s",
            seed, victim, Phase.of(seed), result.status(), result.err());
      }
      assertThat(aliveWith(mark)).as("processes that are left").isEmpty();
      assertThat(filesOf(pids, sharedMemory)).isEmpty();
      assertThat(filesOf(pids, Path.of("/dev/shm"))).isEmpty();
      assertThat(filesOf(pids, performanceData())).isEmpty();
      if (result.status() == 0) {
        assertThat(result.out()).as("the rank had ended before").contains("done");
        assertThat(result.err()).isEmpty();
      } else {
        assertThat(result.err().lines())
            .singleElement()
            .asString()
            .startsWith("ronsel: the JVM of rank " + victim + " (process " + jvm.pid() + ")")
            .contains("was killed by SIGKILL");
        assertThat(result.status()).isEqualTo(137);
      }
    }
  }

  /**
   * With {@code --on-failure=report} the others go on whoever is killed and when; or, if that was
   * before all had met, the job ends with the reason.
   */
  @ParameterizedTest
  @MethodSource("fewerSeeds")
  void theOthersGoOnWithoutThoseThatAreKilled(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed + 1_000_000);
    int survivor = random.nextInt(RANKS);
    int step = random.nextInt(STEPS);
    int kills = 1 + random.nextInt(3);
    String mark = "-Dronsel.test.job=" + UUID.randomUUID();
    List<String> options = new ArrayList<>(List.of("--on-failure=report", "-J" + mark));
    switch (random.nextInt(4)) {
      case 0 -> options.add("-J-Dronsel.shm.dir=" + sharedMemory);
      case 1 -> options.add("-J-Dronsel.transports=thread,tcp");
      default -> {
        // By shared memory without names.
      }
    }
    Object program = Job.program("Mixed");
    try (Job job =
        Job.start(
            "run",
            "-n",
            RANKS,
            "--processes",
            options,
            program,
            seed,
            STEPS,
            survivor,
            step,
            "survive")) {
      job.closeInput();
      awaitJvm(job, RANKS - 1);
      Phase phase = Phase.of(seed) == Phase.END ? Phase.TRAFFIC : Phase.of(seed);
      awaitMoment(job, step, phase, random);
      Set<Long> pids = job.jvms().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
      for (int kill = 0; kill < kills; kill++) {
        int victim = (survivor + 1 + random.nextInt(RANKS - 1)) % RANKS;
        job.findJvm(victim).ifPresent(ProcessHandle::destroyForcibly);
        linger(random.nextInt(30_000));
      }
      Job.Result result = job.await();
      if (KILLS > 10) {
        System.out.printf(
            "seed %d, %d kills, %s: status %d%n%s",
            seed, kills, Phase.of(seed), result.status(), result.err());
      }
      assertThat(aliveWith(mark)).as("processes that are left").isEmpty();
      assertThat(filesOf(pids, sharedMemory)).isEmpty();
      assertThat(filesOf(pids, Path.of("/dev/shm"))).isEmpty();
      if (result.status() == 0) {
        assertThat(result.out())
            .contains("rank " + survivor + " has gone " + STEPS + " steps")
            .contains("done");
        assertThat(result.err().lines())
            .allMatch(
                line ->
                    line.contains(" was killed by SIGKILL")
                        || line.startsWith("ronsel: the others go on without rank "));
      } else {
        assertThat(phase).as("%s", result.err()).isEqualTo(Phase.START);
        assertThat(result.err()).contains("was killed by SIGKILL");
      }
    }
  }

  private static ProcessHandle awaitJvm(Job job, int index) throws Exception {
    return Polling.untilPresent("JVM " + index + " starts", () -> job.findJvm(index));
  }

  /** Returns when the rank is to be killed. */
  private static void awaitMoment(Job job, int step, Phase phase, SplittableRandom random)
      throws InterruptedException {
    switch (phase) {
      case START -> linger(random.nextInt(1000 * START_MS));
      case TRAFFIC -> {
        job.awaitOut("step " + step);
        linger(random.nextInt(20_000));
      }
      case END -> {
        job.awaitOut("done");
        linger(random.nextInt(20_000));
      }
    }
  }

  /** Lets some time pass in which the rank goes on. */
  private static void linger(long microseconds) throws InterruptedException {
    Polling.linger(Duration.of(microseconds, ChronoUnit.MICROS));
  }

  /** The command lines of all processes with this mark but the launcher. */
  private static List<String> aliveWith(String mark) {
    return Processes.marked(mark).stream()
        .map(Processes::commandLine)
        .filter(line -> line.contains(mark) && !line.contains(Main.class.getName()))
        .toList();
  }

  /** The files in a folder that are named after one of these processes. */
  private static List<String> filesOf(Set<Long> pids, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::toString)
          .filter(file -> pids.stream().anyMatch(pid -> file.matches(".*[-/]" + pid + "(-[^/]*)?")))
          .toList();
    }
  }

  /** Where JVMs keep a file each for tools that look at them. */
  private static Path performanceData() {
    return Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));
  }
}
