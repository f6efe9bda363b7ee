package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Ronsel;
import org.ronsel.launch.hosts.TestHosts;
import org.ronsel.requirements.Requires;

/** Programs that others start by plain java, a process for each rank, with the servers of these. */
class ProcessManagerTest {
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  private static TestHosts cluster;

  /** What starts processes, with the forms of PMI that it knows. */
  private enum Manager {
    HYDRA,
    HYDRA_BY_PORT,
    SLURM,
    SLURM_PMIX,
    OPEN_MPI;

    /** The words before {@code java}. */
    List<String> command(int ranks) throws Exception {
      String n = Integer.toString(ranks);
      if (this == SLURM || this == SLURM_PMIX) {
        List<String> words = new ArrayList<>(cluster().on("node1"));
        String plugin = this == SLURM ? "pmi2" : "pmix";
        words.addAll(List.of("srun", "--mpi=" + plugin, "-N2", "-n", n));
        return words;
      }
      if (this == OPEN_MPI) {
        Requires.OPENMPI.unless(
            isOnPath("mpirun.openmpi"), "there is no mpirun.openmpi (openmpi-bin)");
        String asRoot = "OMPI_ALLOW_RUN_AS_ROOT";
        return List.of(
            "env",
            asRoot + "=1",
            asRoot + "_CONFIRM=1",
            "mpirun.openmpi",
            "--oversubscribe",
            "-np",
            n);
      }
      Requires.MPICH.unless(
          isOnPath("mpiexec.hydra"), "there is no mpiexec.hydra (Debian package mpich)");
      return this == HYDRA
          ? List.of("mpiexec.hydra", "-n", n)
          : List.of("mpiexec.hydra", "-pmi-port", "-n", n);
    }
  }

  @AfterAll
  static void down() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static synchronized TestHosts cluster() throws Exception {
    if (cluster == null) {
      cluster = TestHosts.up(2, "--slurm");
    }
    return cluster;
  }

  private static boolean isOnPath(String command) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  private static Job.Result run(Manager manager, int ranks, List<String> options, String... args)
      throws Exception {
    List<String> words = new ArrayList<>(manager.command(ranks));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.addAll(TestPrograms.onClassPath("Managed"));
    words.addAll(List.of(args));
    try (Job job = Job.startOther(words)) {
      job.closeInput();
      return job.await();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HYDRA, auto",
    "HYDRA, 2",
    "HYDRA_BY_PORT, auto",
    "SLURM, auto",
    "SLURM, 1",
    "SLURM_PMIX, auto",
    "OPEN_MPI, auto"
  })
  void ranksMeet(Manager manager, String form) throws Exception {
    Job.Result result = run(manager, 4, List.of(NATIVE, "-Dronsel.pmi=" + form));
    assertThat(result.err().lines()).allMatch(line -> line.startsWith("srun: job "), "it waited");
    assertThat(result.sortedLines())
        .hasSize(4)
        .allMatch(line -> line.matches("rank \\d of 4 on .*, sum 10"));
    if (manager == Manager.SLURM || manager == Manager.SLURM_PMIX) {
      assertThat(result.out()).contains("on node1").contains("on node2");
    }
    assertThat(result.status()).isZero();
  }

  /** Whatever ends a rank, the job ends, with a status and a line that says why. */
  @ParameterizedTest
  @CsvSource({
    "SLURM, throw,  ronsel: rank 2 failed in thread 'main': java.lang.IllegalStateException: no luck",
    "HYDRA, thread, java.lang.IllegalStateException: no luck in a thread",
    "HYDRA, abort,  ronsel: rank 2 aborted the job with status 5",
    "SLURM, exit,   rank 2 has ended without the collective call",
    "HYDRA, leave,  rank 2 has ended without the collective call",
    "HYDRA, kill,   ''",
    "OPEN_MPI, throw, ronsel: rank 2 failed in thread 'main': java.lang.IllegalStateException: no luck",
    "OPEN_MPI, kill, ''",
    "SLURM, term,   ''"
  })
  void aRankThatEndsBeforeItsTimeEndsTheJob(Manager manager, String how, String line)
      throws Exception {
    Job.Result result = run(manager, 3, List.of(NATIVE), how, "2");
    assertThat(result.err()).contains(line);
    assertThat(result.out()).doesNotContain("not reached");
    assertThat(result.out().lines().filter(each -> each.endsWith(", sum 6"))).hasSize(3);
    assertThat(result.status()).isNotZero();
  }

  /** Slurm leaves the others alone: they see it by themselves. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aRankThatIsKilledIsNamedByTheOthers(int rank) throws Exception {
    Job.Result result = run(Manager.SLURM, 3, List.of(NATIVE), "kill", Integer.toString(rank));
    assertThat(result.status()).isNotZero();
    assertThat(result.out()).doesNotContain("not reached");
    assertThat(result.err()).contains("Killed");
  }

  /** As a user types it: the JVM prints its warning, and the job runs. */
  @Test
  void withoutTheOptionForNativeAccessTheJvmWarns() throws Exception {
    Job.Result result = run(Manager.HYDRA, 2, List.of());
    assertThat(result.err()).contains("--enable-native-access=ALL-UNNAMED");
    assertThat(result.sortedLines()).hasSize(2).allMatch(line -> line.endsWith("sum 3"));
    assertThat(result.status()).isZero();
  }

  @Test
  void whereNativeAccessIsDeniedThatIsSaid() throws Exception {
    Job.Result result = run(Manager.HYDRA, 2, List.of("--illegal-native-access=deny"));
    assertThat(result.err())
        .contains("this process cannot become a rank of the job that its environment speaks of")
        .contains("--enable-native-access=ALL-UNNAMED");
    assertThat(result.status()).isNotZero();
  }

  /** The library, hidden in a namespace of mounts of the test. */
  @Test
  void whereTheLibraryOfPmixIsMissingThePackageIsNamed() throws Exception {
    Path library = Path.of("/usr/lib/x86_64-linux-gnu/libpmix.so.2");
    assumeTrue(Files.exists(library) && isOnPath("unshare"), "there is no libpmix.so.2 to hide");
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.add(NATIVE);
    java.addAll(TestPrograms.onClassPath("Managed"));
    List<String> words =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind /dev/null " + library + " || exit 77; exec \"$@\"",
                "sh",
                "env",
                "PMIX_RANK=0",
                "PMIX_NAMESPACE=job"));
    words.addAll(java);
    try (Job job = Job.startOther(words)) {
      job.closeInput();
      Job.Result result = job.await();
      assumeTrue(result.status() != 77 && !result.err().contains("unshare:"), result.err());
      assertThat(result.err())
          .hasLineCount(1)
          .contains("libpmix.so.2 is not on this host: install it");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  @Test
  void itCanBeSwitchedOff() throws Exception {
    Job.Result result = run(Manager.HYDRA, 2, List.of("-Dronsel.pmi=off"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).hasSize(2).allMatch(line -> line.startsWith("rank 0 of 1 "));
  }

  @Test
  void manyRanksMeet() throws Exception {
    Job.Result result = run(Manager.HYDRA, 8, List.of(NATIVE));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactlyElementsOf(
            IntStream.range(0, 8)
                .mapToObj(
                    rank -> "rank " + rank + " of 8 on " + Ronsel.processorName() + ", sum 36")
                .toList());
  }
}
