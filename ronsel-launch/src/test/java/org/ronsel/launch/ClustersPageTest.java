package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of docs/clusters.md are such as it says, in the allocations that it says: they are
 * run with {@code --dry-run}, in environments of batch systems that are not there. This host is
 * node1 of the page.
 */
class ClustersPageTest {
  private static final Path PAGE = Path.of("..", "docs", "clusters.md");

  /** What batch systems tell of two hosts, by the heading of the page; {@code @} is a file. */
  private static final Map<String, String> ALLOCATIONS =
      Map.of(
          "Slurm",
          "SLURM_JOB_ID=3,SLURM_JOB_NODELIST=node[1-2],SLURM_TASKS_PER_NODE=2;1,SLURM_NTASKS=3,"
              + "SLURMD_NODENAME=node1",
          "PBS",
          "PBS_NODEFILE=@",
          "LSF",
          "LSB_JOBID=1,LSB_MCPU_HOSTS=localhost 4 node2 4",
          "Grid Engine",
          "PE_HOSTFILE=@");

  private static final Map<String, String> FILES =
      Map.of(
          "PBS",
          "localhost\n".repeat(4) + "node2\n".repeat(4),
          "Grid Engine",
          "localhost 4 all.q@node1 UNDEFINED\nnode2 4 all.q@node2 UNDEFINED\n");

  @TempDir static Path folder;

  /**
   * A command of the page.
   *
   * @param heading above it
   * @param output what it is shown to print
   */
  private record Shown(String heading, List<String> words, String output) {
    boolean isDry() {
      return words.contains("--dry-run");
    }
  }

  @BeforeAll
  static void makeFiles() throws IOException {
    Files.createDirectories(folder.resolve("examples"));
    Files.createDirectories(folder.resolve("lib"));
    for (String program : List.of("Where.java", "Pi.java", "examples/Hello.java")) {
      Files.writeString(folder.resolve(program), "void main() {}");
    }
    Files.writeString(folder.resolve("data.csv"), "1\n");
    try (OutputStream file = Files.newOutputStream(folder.resolve("app.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new JarEntry("Main.class"));
    }
    String hosts =
        code()
            .dropWhile(line -> !line.equals("# hosts"))
            .skip(1)
            .takeWhile(line -> !line.isEmpty())
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(folder.resolve("hosts"), hosts.replace("node1", "localhost"));
    for (Map.Entry<String, String> each : FILES.entrySet()) {
      Files.writeString(file(each.getKey()), each.getValue());
    }
  }

  /** The file of an allocation. */
  private static Path file(String heading) {
    return folder.resolve(heading.replace(" ", ""));
  }

  /** The lines of the page without their indentation; those that are no code are empty. */
  private static Stream<String> code() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .map(line -> line.startsWith("    ") ? line.substring(4) : "");
  }

  static List<Named<Shown>> commands() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    List<String> code = code().toList();
    List<Named<Shown>> found = new ArrayList<>();
    String heading = "";
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("##")) {
        heading = lines.get(i).replaceFirst("^#+ ", "");
      }
      String command = code.get(i).replaceFirst("^\\$ (?:salloc .* (?=ronsel ))?", "");
      if (!command.startsWith("ronsel ")) {
        continue;
      }
      List<String> output =
          code.stream()
              .skip(i + 1L)
              .takeWhile(line -> !line.isEmpty() && !line.startsWith("$ "))
              .toList();
      List<String> words =
          Arrays.stream(command.replaceFirst(" *\\\\$", "").split(" "))
              .skip(1)
              .map(word -> word.replace("'", ""))
              .toList();
      found.add(
          Named.of(
              heading + ": " + command,
              new Shown(heading, words, String.join("\n", output) + "\n")));
    }
    return found;
  }

  @Test
  void eachBatchSystemHasItsScriptAndAMapOfItsRanks() throws IOException {
    List<Shown> all = commands().stream().map(Named::getPayload).toList();
    for (String system : ALLOCATIONS.keySet()) {
      List<Shown> its = all.stream().filter(each -> each.heading().equals(system)).toList();
      assertThat(its).as(system).anyMatch(each -> !each.isDry()).anyMatch(Shown::isDry);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandIsUnderstoodAndPrintsWhatIsShown(Shown shown) throws Exception {
    List<String> words = new ArrayList<>(shown.words());
    boolean starts = words.getFirst().equals("run");
    if (starts && !shown.isDry()) {
      words.add(1, "--dry-run");
    }
    words.replaceAll(word -> word.replace("node1", "localhost"));
    try (Job job = Job.start(environment(shown.heading()), folder, words.toArray())) {
      job.closeInput();
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
      if (shown.isDry()) {
        assertThat(withoutFile(result.out().replace("localhost", "node1")))
            .isEqualTo(withoutFile(shown.output()));
      } else if (starts) {
        assertThat(result.out()).contains(" ranks in 2 JVMs on 2 hosts\n");
      }
    }
  }

  private static String withoutFile(String text) {
    return text.replaceAll("FILE=\\S+", "FILE=...");
  }

  private static Map<String, String> environment(String heading) {
    Map<String, String> environment = new HashMap<>();
    String variables = ALLOCATIONS.getOrDefault(heading, "");
    for (String each : variables.isEmpty() ? new String[0] : variables.split(",")) {
      String[] pair = each.split("=", 2);
      environment.put(pair[0], pair[1].replace("@", file(heading).toString()).replace(';', ','));
    }
    return environment;
  }
}
