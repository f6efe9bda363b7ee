package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs for the package {@code mpi} in a document run by the command below them. */
class CompatibilityTest {
  private static List<Listing> programs() throws IOException {
    return Listing.of(Job.ROOT.resolve("docs/compatibility.md"));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatTheDocumentSays(Listing program, @TempDir Path folder) throws Exception {
    Path source = folder.resolve(program.name() + ".java");
    Files.writeString(source, program.source());
    List<String> command = new ArrayList<>();
    command.addAll(List.of(Job.ROOT.resolve("ronsel").toString(), "run"));
    command.addAll(List.of("-n", Integer.toString(program.ranks())));
    command.addAll(program.options());
    command.add(source.toString());
    Job job = Job.run(command).succeeded();
    assertThat(program.comparable(job.lines())).isEqualTo(program.comparable(program.output()));
  }
}
