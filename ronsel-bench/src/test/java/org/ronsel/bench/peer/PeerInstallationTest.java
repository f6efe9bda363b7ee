package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.run.UnavailableException;

@DisabledOnOs(OS.WINDOWS)
class PeerInstallationTest {
  @TempDir Path folder;

  private void tool(String name, String says) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\necho '" + says + "'\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void toolsNamedAfterTheLibraryAreFound() throws Exception {
    tool("mpicc.openmpi", "mpicc.openmpi: Open MPI 4.1.4 (Language: C)");
    tool("mpirun.openmpi", "mpirun.openmpi (OpenRTE) 4.1.4");

    PeerInstallation found = PeerInstallation.find(NativePeer.OPENMPI, List.of(folder));

    assertThat(found.version()).isEqualTo("4.1.4");
    assertThat(found.major()).isEqualTo(4);
    assertThat(found.launcher()).isEqualTo(folder.resolve("mpirun.openmpi"));
  }

  @Test
  void aGeneralNameCountsForTheLibraryThatItsVersionNames() throws Exception {
    tool("mpicc", "mpicc for MPICH version 4.0.2");
    tool("mpiexec", "HYDRA build details: Version: 4.0.2");

    assertThat(PeerInstallation.find(NativePeer.MPICH, List.of(folder)).compiler())
        .isEqualTo(folder.resolve("mpicc"));
    assertThatThrownBy(() -> PeerInstallation.find(NativePeer.OPENMPI, List.of(folder)))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("Open MPI is not installed")
        .hasMessageContaining("mpicc.openmpi");
  }

  @Test
  void aCompilerWithoutItsLauncherIsNotEnough() throws Exception {
    tool("mpicc.mpich", "mpicc for MPICH version 4.0.2");
    tool("mpiexec", "mpiexec (OpenRTE) 4.1.4");

    assertThatThrownBy(() -> PeerInstallation.find(NativePeer.MPICH, List.of(folder)))
        .hasMessageContaining("mpiexec.mpich");
  }

  @Test
  void nothingOnPathIsSaidByName() {
    assertThatThrownBy(() -> PeerInstallation.find(NativePeer.MPICH, List.of(folder)))
        .hasMessageContaining("MPICH is not installed");
  }

  @Test
  void aProgramThatDoesNotCompileIsReportedWithTheCompilersWords() throws Exception {
    Path compiler = folder.resolve("mpicc.mpich");
    Files.writeString(compiler, "#!/bin/sh\necho 'mpi.h: No such file' >&2\nexit 1\n");
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
    PeerInstallation broken = new PeerInstallation(NativePeer.MPICH, compiler, compiler, "4.0.2");

    assertThatThrownBy(() -> PeerProgram.compile(broken, folder.resolve("cache")))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("mpi.h: No such file");
    try (var left = Files.list(folder.resolve("cache"))) {
      assertThat(left).isEmpty();
    }
  }
}
