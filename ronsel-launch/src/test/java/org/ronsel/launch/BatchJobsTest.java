package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs in allocations of batch systems whose commands are scripts that run all on this host. */
class BatchJobsTest {
  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeCommands() throws IOException {
    // Word for word, as srun and qrsh; through a shell, as blaunch may; ssh has options before.
    command(
        "srun", "while [ $# -gt 0 ]; do [ \"$1\" = --nodelist ] && break; shift; done; shift", "");
    command("blaunch", "", "sh -c \"$*\"");
    command("qrsh", "[ \"$1 $2\" = '-inherit -V' ] || exit 9; shift 2", "");
    command("ssh", "while [ $# -gt 2 ]; do shift; done", "sh -c \"$*\"");
    environment.put("PATH", folder + ":" + System.getenv("PATH"));
  }

  /**
   * A command that notes by whom a host was reached.
   *
   * @param before brings the host to the front
   * @param run runs the words behind it; empty for word for word
   */
  private void command(String name, String before, String run) throws IOException {
    Path script = folder.resolve(name);
    Files.writeString(
        script,
        """
        #!/bin/sh
        %s
        FAKE_HOST=$1
        export FAKE_HOST
        shift
        echo %s >"%s/$FAKE_HOST.by"
        %s
        """
            .formatted(before, name, folder, run.isEmpty() ? "exec \"$@\"" : run));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  /** Node files are of two hosts, of which one is this one; {@code /} divides their lines. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          slurm      | srun    | SLURM_JOB_ID=7 SLURM_JOB_NODELIST=here,n[2] SLURM_TASKS_PER_NODE=1,2 SLURM_NTASKS=3 SLURMD_NODENAME=here | ""
          pbs        | ssh     | PBS_NODEFILE=@              | localhost/n2/n2
          lsf        | blaunch | LSB_JOBID=7 LSB_DJOB_HOSTFILE=@ | localhost/n2/n2
          lsf        | blaunch | LSB_JOBID=7 LSB_MCPU_HOSTS=localhost_1_n2_2 | ""
          gridengine | qrsh    | PE_HOSTFILE=@               | localhost 1 q@a UNDEFINED/n2 2 q@b UNDEFINED
          """)
  void theJobHasItsHostsAndSlots(String system, String by, String variables, String lines)
      throws Exception {
    environment(variables, lines);
    Job.Result result = run("run", Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 on this host", "1 on n2", "2 on n2");
    assertThat(result.status()).isZero();
    assertThat(folder.resolve("n2.by")).hasContent(by + "\n");
    assertThat(folder.resolve("localhost.by")).doesNotExist();
    assertThat(folder.resolve("here.by")).doesNotExist();
    assertThat(run("run", "--dry-run", Job.program("WhichHost")).out())
        .startsWith("3 ranks in 2 JVMs on 2 hosts\nlauncher: " + system + ", as ")
        .contains(" shows an allocation\n")
        .endsWith("host n2, by " + by + "\n  JVM 1: ranks 1 to 2\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          run --dry-run                      | launcher: pbs, as PBS_NODEFILE=@ shows an allocation
          run --dry-run --launcher pbs       | launcher: pbs, as --launcher says; hosts of PBS_NODEFILE=@
          run --dry-run --launcher ssh       | launcher: ssh, as --launcher says; hosts of PBS_NODEFILE=@
          run --dry-run --launcher local -n1 | launcher: local, as --launcher says
          run --dry-run --hosts n7           | launcher: ssh, as --hosts names hosts
          run --dry-run --hosts localhost    | launcher: local, as none but this host is named by --hosts
          mpirun --dry-run                   | launcher: pbs, as PBS_NODEFILE=@ shows an allocation
          mpirun --dry-run --launcher local -np 1 | launcher: local, as --launcher says
          fmpjrun --dry-run                  | launcher: pbs, as PBS_NODEFILE=@ shows an allocation
          mpirun --dry-run -host n7          | launcher: ssh, as --hosts names hosts
          """)
  void whatIsAskedForIsStrongerThanAnAllocation(String words, String line) throws Exception {
    environment("PBS_NODEFILE=@", "n1/n2");
    Job.Result result =
        run(
            List.of(words.split(" ")),
            words.startsWith("mpirun") ? "java" : List.of(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines().skip(1).findFirst())
        .hasValue(line.replace("@", file().toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          -n 4                          | 4 ranks are more than the 3 slots of the hosts (PBS_NODEFILE @)
          --launcher slurm              | there is no allocation of slurm: the environment has no SLURM_JOB_ID (sbatch or salloc makes one)
          --launcher lfs                | --launcher lfs: the choices are auto, local, ssh, slurm, pbs, lsf, gridengine
          --launcher pbs --hosts n1,n9  | --hosts n1,n9: host n9 is not in the allocation (PBS_NODEFILE=@)
          """)
  void whatTheAllocationDoesNotHaveIsRefused(String words, String why) throws Exception {
    environment("PBS_NODEFILE=@", "n1/n2/n2");
    Job.Result result = run("run", List.of(words.split(" ")), Job.program("WhichHost"));
    assertThat(result.err()).startsWith("ronsel run: " + why.replace("@", file().toString()));
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void aCommandThatIsNotThereIsNamedAndLeavesNothing() throws Exception {
    Files.writeString(folder.resolve("blaunch"), "#!/bin/sh\necho no LSF here >&2\nexit 3\n");
    environment("LSB_JOBID=7 LSB_MCPU_HOSTS=n1_1_n2_1", "");
    Job.Result result = run("run", Job.program("WhichHost"));
    assertThat(result.err())
        .containsPattern("cannot start on host n[12]: the remote shell ended with status 3")
        .contains("no LSF here");
    assertThat(result.status()).isEqualTo(1);
  }

  private Path file() {
    return folder.resolve("nodes");
  }

  private void environment(String variables, String lines) throws IOException {
    Files.writeString(file(), lines.replace('/', '\n') + "\n");
    for (String each : variables.split(" ")) {
      String[] pair = each.split("=", 2);
      String value = pair[0].equals("LSB_MCPU_HOSTS") ? pair[1].replace('_', ' ') : pair[1];
      environment.put(pair[0], value.replace("@", file().toString()));
    }
  }

  private Job.Result run(Object... arguments) throws Exception {
    try (Job job = Job.startWith(environment, arguments)) {
      job.closeInput();
      return job.await();
    }
  }
}
