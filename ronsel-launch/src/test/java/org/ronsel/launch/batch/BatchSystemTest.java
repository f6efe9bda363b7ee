package org.ronsel.launch.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.spi.UsageException;

/** What environments and files of batch systems say of an allocation. */
class BatchSystemTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SLURM_JOB_NODELIST=n[1-2] SLURM_TASKS_PER_NODE=2,1 SLURM_NTASKS=3   | n1:2 n2:1, 3 ranks
          SLURM_JOB_NODELIST=n[1-2] SLURM_TASKS_PER_NODE=4(x2)                | n1:4 n2:4
          SLURM_JOB_NODELIST=n[1-2] SLURM_TASKS_PER_NODE=1 SLURM_NTASKS=1 SLURM_JOB_CPUS_PER_NODE=8,4 | n1:8 n2:4
          SLURM_JOB_NODELIST=n[1-2] SLURM_JOB_CPUS_PER_NODE=8(x2)             | n1:8 n2:8
          SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=2 SLURM_STEP_NUM_TASKS=1 | n1:2
          SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=2 SLURM_STEP_NUM_TASKS=2 SLURM_PTY_PORT=9 | n1:2
          """)
  void slurmSaysItInTheEnvironment(String variables, String expected) {
    Map<String, String> environment = environment("SLURM_JOB_ID=7 " + variables);
    assertThat(BatchSystem.of(environment)).isEqualTo(BatchSystem.SLURM);
    Allocation allocation = BatchSystem.SLURM.allocation(environment);
    assertThat(words(allocation)).isEqualTo(expected);
    assertThat(allocation.evidence()).isEqualTo("SLURM_JOB_ID=7");
  }

  @Test
  void slurmSaysWhichNodeThisIs() {
    Map<String, String> environment =
        environment(
            "SLURM_JOB_ID=7 SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=2 SLURMD_NODENAME=n1");
    assertThat(BatchSystem.SLURM.allocation(environment).here()).isEqualTo("n1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          SLURM_JOB_NODELIST=n[1-           | SLURM_JOB_NODELIST=n[1-: the brackets do not match
          SLURM_JOB_NODELIST=n[1-2] SLURM_TASKS_PER_NODE=2 | neither SLURM_TASKS_PER_NODE nor SLURM_JOB_CPUS_PER_NODE has a number for each of the 2 nodes
          SLURM_JOB_NODELIST=n1             | neither SLURM_TASKS_PER_NODE nor
          SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=x | SLURM_TASKS_PER_NODE=x: 'x' is not a number
          SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=1 SLURM_NTASKS=0 | SLURM_NTASKS=0: not a number of ranks
          SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=4 SLURM_STEP_NUM_TASKS=4 | srun has started 4 launchers
          """)
  void whatSlurmCannotMeanIsRefused(String variables, String why) {
    Map<String, String> environment = environment("SLURM_JOB_ID=7 " + variables);
    assertThatThrownBy(() -> BatchSystem.SLURM.allocation(environment))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(why);
  }

  /** {@code FILE} stands for a file with these lines; {@code /} divides them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          PBS         | PBS_NODEFILE=FILE | a/a/b/a         | a:3 b:1
          PBS         | PBS_NODEFILE=FILE | n-1.example//b/ | n-1.example:1 b:1
          LSF         | LSB_JOBID=1 LSB_DJOB_HOSTFILE=FILE LSB_MCPU_HOSTS=x | a/b/b | a:1 b:2
          LSF         | LSB_JOBID=1 LSB_MCPU_HOSTS=a_4_b_2_a_1 | ""  | a:5 b:2
          GRID_ENGINE | PE_HOSTFILE=FILE  | a 4 all.q@a UNDEFINED/b 2 all.q@b 0,1 | a:4 b:2
          GRID_ENGINE | PE_HOSTFILE=FILE  | a 1 all.q@a UNDEFINED/a 2 big.q@a UNDEFINED | a:3
          """)
  void othersSayItInFiles(BatchSystem system, String variables, String lines, String expected)
      throws IOException {
    Map<String, String> environment = environment(variables, lines);
    assertThat(BatchSystem.of(environment)).isEqualTo(system);
    assertThat(words(system.allocation(environment))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          PBS         | PBS_NODEFILE=FILE | a/a b/c       | PBS_NODEFILE FILE:2: 'a b' is not the name of a host
          PBS         | PBS_NODEFILE=FILE | a/$(x)        | PBS_NODEFILE FILE:2: '$(x)' is not the name of a host
          PBS         | PBS_NODEFILE=FILE | "/"           | PBS_NODEFILE FILE names no host
          PBS         | PBS_NODEFILE=/no/file | ""        | PBS_NODEFILE /no/file: no such file
          LSF         | LSB_JOBID=1 LSB_DJOB_HOSTFILE=FILE | a/-b | LSB_DJOB_HOSTFILE FILE:2: '-b' is not the name of a host
          LSF         | LSB_JOBID=1 LSB_MCPU_HOSTS=a_4_b | "" | LSB_MCPU_HOSTS=a 4 b: a number has to follow each host
          LSF         | LSB_JOBID=1 LSB_MCPU_HOSTS=a_x | "" | LSB_MCPU_HOSTS=a x: 'x': the number of slots is 1 to 1000000
          GRID_ENGINE | PE_HOSTFILE=FILE  | a 1 q r/b     | PE_HOSTFILE FILE:2: 'b': a line is HOST SLOTS ...
          GRID_ENGINE | PE_HOSTFILE=FILE  | a 0 q r       | PE_HOSTFILE FILE:1: '0': the number of slots is 1 to 1000000
          GRID_ENGINE | PE_HOSTFILE=FILE  | a 1 q/b 1 q/@c 2 | PE_HOSTFILE FILE:3: '@c' is not the name of a host
          SLURM       | SLURM_JOB_ID=7    | ""            | there is no allocation of slurm: the environment has no SLURM_JOB_ID with hosts (sbatch or salloc makes one)
          PBS         | X=1               | ""            | there is no allocation of pbs: the environment has no PBS_NODEFILE (qsub makes one)
          """)
  void whatCannotBeReadIsNamedWithItsLine(
      BatchSystem system, String variables, String lines, String why) throws IOException {
    Map<String, String> environment = environment(variables, lines);
    assertThatThrownBy(() -> system.allocation(environment))
        .isInstanceOf(UsageException.class)
        .hasMessage(why.replace("FILE:", file() + ":").replace("FILE names", file() + " names"));
  }

  @Test
  void withoutAnyThereIsNone() {
    assertThat(BatchSystem.of(Map.of())).isNull();
    assertThat(BatchSystem.of(Map.of("SLURM_JOB_ID", "7", "LSB_JOBID", "1"))).isNull();
  }

  private Path file() {
    return folder.resolve("nodes");
  }

  private Map<String, String> environment(String variables, String lines) throws IOException {
    Files.writeString(file(), lines.replace('/', '\n') + "\n");
    Map<String, String> environment = environment(variables);
    environment.replaceAll((name, value) -> value.replace("FILE", file().toString()));
    return environment;
  }

  private static Map<String, String> environment(String variables) {
    Map<String, String> environment = new HashMap<>();
    for (String each : variables.split(" ")) {
      String[] pair = each.split("=", 2);
      String value = pair[0].equals("LSB_MCPU_HOSTS") ? pair[1].replace('_', ' ') : pair[1];
      environment.put(pair[0], value);
    }
    return environment;
  }

  private static String words(Allocation allocation) {
    String hosts =
        allocation.hosts().hosts().stream()
            .map(host -> host.name() + ":" + host.slots())
            .collect(Collectors.joining(" "));
    return hosts + (allocation.ranks() == null ? "" : ", " + allocation.ranks() + " ranks");
  }
}
