package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --progress-thread}: a rank that computes serves the others meanwhile. */
class ProgressThreadTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aRankThatComputesServesTheOthers(String placement) throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            placement,
            "--ranks-as",
            "platform",
            "--progress-thread",
            Job.program("Computes"),
            folder.resolve("done"),
            Job.DEADLINE_S / 2);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEqualTo("others were served\n");
  }

  @Test
  void severalThreadsShareTheRanksOfAJvm() throws Exception {
    Object done = folder.resolve("done");
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            "--jvms=1",
            "--ranks-as",
            "platform",
            "--progress-threads",
            2,
            Job.program("Computes"),
            done,
            Job.DEADLINE_S / 2);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("others were served\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"65", "-1", "many"})
  void aNumberThatCannotBeIsRefused(String number) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--progress-threads", number, Job.program("Ready"));
    assertThat(result.err()).contains("--progress-threads").contains(number);
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void withoutItTheyWait() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 3, "--processes", Job.program("Computes"), folder.resolve("done"), 1);
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEqualTo("others had to wait\n");
  }
}
