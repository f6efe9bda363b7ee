package org.ronsel.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.npb.Npb;
import org.ronsel.npb.ProblemClass;

/** Programs of NPB-MPI are started as the native programs of the benchmarks are. */
class NativeBuildTest {
  @TempDir Path folder;

  private List<String> command(boolean openMpi, int ranks) throws Exception {
    program("ep.S.x");
    NativeBuild build =
        new NativeBuild(
            folder,
            List.of(program("launcher").toString()),
            openMpi,
            true,
            1,
            Duration.ofSeconds(60));
    Problem problem = new Problem(Npb.named("ep"), ProblemClass.S, ranks);
    return build.run(problem, 0).job().command();
  }

  private Path program(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  @Test
  void processesOfOpenMpiThatOutnumberTheCoresLetOthersRun() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();

    assertThat(command(true, cores + 1))
        .containsSequence("--bind-to", "none", "--oversubscribe", "--mca", "mpi_yield_when_idle");
    assertThat(command(true, cores))
        .containsSequence("--bind-to", "core")
        .doesNotContain("--oversubscribe", "mpi_yield_when_idle");
  }

  @Test
  void aLauncherOfTheUserGetsTheNumberOfProcessesAlone() throws Exception {
    assertThat(command(false, 64)).hasSize(4).contains("-np", "64");
  }
}
