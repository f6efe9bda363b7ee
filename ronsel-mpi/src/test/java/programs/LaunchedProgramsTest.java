package programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Ronsel;
import org.ronsel.caches.JobCache;
import org.ronsel.combinations.Combinations;
import org.ronsel.combinations.Economy;
import org.ronsel.launch.Main;
import picocli.CommandLine;

/**
 * The programs of both spellings as users start them: each rank has classes of its own, with the
 * package {@code mpi} from where the launcher finds it.
 */
class LaunchedProgramsTest {
  private static final long DEADLINE_S = 120;

  @TempDir Path directory;

  @BeforeAll
  static void haveCache() throws Exception {
    JobCache.make();
  }

  /** Ranks of one and of several JVMs are both in the hybrid placement. */
  static List<String> placements() {
    return Combinations.allOr(
        List.of("-n 3", "-n 2 --processes", "-n 4 --jvms 2", "-n 3 --shared-classes"),
        List.of("-n 4 --jvms 2", "-n 3 --shared-classes"));
  }

  static List<String> checkedPlacements() {
    return Combinations.allOr(
        List.of("-n 3 --check", "-n 2 --processes --check", "-n 3 --jvms 2 --check"),
        List.of("-n 3 --jvms 2 --check"));
  }

  @ParameterizedTest
  @MethodSource("placements")
  void allProgramsRun(String options) throws Exception {
    assertThat(run(options, AllPrograms.class)).isEqualTo(saidByAll(options));
  }

  /**
   * What the checks have to say is that some of the programs keep what they made, and that some
   * rely on what others do not allow.
   */
  @ParameterizedTest
  @MethodSource("checkedPlacements")
  void theChecksFindNoErrors(String options) throws Exception {
    String stack = "(    programs\\..*\n)+";
    assertThat(
            run(options, AllPrograms.class)
                .replaceAll(
                    "ronsel: check: .* never (closed|freed); (made|committed) at\n" + stack, "")
                .replaceAll(
                    "ronsel: check: rank .*(refuse|Open MPI ends|same signature|is taken for any).*\n",
                    ""))
        .isEqualTo(saidByAll(options));
  }

  private static String saidByAll(String options) {
    int ranks = Integer.parseInt(options.split(" ", -1)[1]);
    int programs =
        AllPrograms.of(AllPrograms.MPI_JAVA).size() + AllPrograms.of(AllPrograms.OPEN_MPI).size();
    return ("all " + programs + " programs\n").repeat(ranks);
  }

  @Test
  void aCheckedJobTellsWhatOpenMpisProgramsHaveNotFreed() throws Exception {
    String output = run("-n 1 --check", Unfreed.class);
    String at = "\n    programs.Unfreed.main(Unfreed.java:";
    assertThat(output)
        .containsOnlyOnce(
            "check: rank 0: datatype contiguous of INT was committed and never freed;"
                + " committed at"
                + at)
        .containsOnlyOnce("check: rank 0: persistent request was never freed; made at" + at);
    assertThat(output.lines().filter(line -> line.contains("check: rank"))).hasSize(2);
  }

  @Test
  void aProfileHasTheCallsOnWindowsAsTheProgramNamesThem() throws Exception {
    assertThat(run("-n 1 --profile", Profiled.class))
        .containsPattern("\n  new Win +Profiled.java:16 +1 +1 +0 B ")
        .containsPattern("\n  fence +Profiled.java:17 +1 +1 +0 B ")
        .containsPattern("\n  put +Profiled.java:18 +1 +1 +8 B ")
        .containsPattern("\n  free +Profiled.java:20 +1 +1 +0 B ");
  }

  /** Each of them once for each place, however often the program comes there. */
  @Test
  void aCheckedJobTellsWhatOtherLibrariesDoNotAllow() throws Exception {
    String output = run("-n 1 --check", NotPortable.class);
    assertThat(output)
        .contains("goes on\n")
        .containsOnlyOnce(
            "check: rank 0: ibSend at NotPortable.java:19: the memory of an array of type int[] is"
                + " taken for elements of FLOAT")
        .containsOnlyOnce(
            "check: rank 0: ibSend at NotPortable.java:19: a buffered send without an attached"
                + " buffer")
        .containsOnlyOnce(
            "check: rank 0: receive: elements of (FLOAT) matched a message of elements of (INT)"
                + " from rank 0, tag 0, sent at NotPortable.java:22")
        .containsOnlyOnce(
            "check: rank 0: pack at NotPortable.java:25: a type reaches back from the beginning of"
                + " a slice")
        .containsOnlyOnce("check: rank 0: send at NotPortable.java:27: the error is thrown")
        .containsOnlyOnce(
            "NotPortable.java:31: the window is to have 8 bytes of a buffer of 4, and ends")
        .containsOnlyOnce(
            "NotPortable.java:32: a receive of 2 elements of INT into a buffer that has room for 1")
        .containsOnlyOnce("NotPortable.java:34: MPI.ANY_TAG is taken for any source")
        .containsOnlyOnce("NotPortable.java:34: MPI.ANY_SOURCE is taken for any tag")
        .containsOnlyOnce("NotPortable.java:36: the error is thrown");
    assertThat(output.lines().filter(line -> line.contains("check: rank"))).hasSize(10);
  }

  @Test
  void aCheckedJobTellsCallsThatDifferInTheSpellingOfTheProgram() throws Exception {
    assertThat(run("-n 2 --check", Differing.class))
        .contains("\n  rank 0: Barrier at\n    programs.Differing.main")
        .contains("\n  rank 1: Bcast of 1 INT, root 0 at\n    programs.Differing.main")
        .contains("\n  rank 0: barrier at\n    programs.Differing.main")
        .contains("\n  rank 1: bcast of 1 INT, root 0 at\n    programs.Differing.main");
  }

  @Test
  void rankAndSizeAreKnownAfterTheEndAndOtherCallsRefuse() throws Exception {
    assertThat(run("-n 1", AfterTheEnd.class))
        .isEqualTo("before Init is refused\nrank 0 of 1\ngetRank is refused\nBarrier is refused\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new File(MPI.COMM_SELF, \"x\", 1);",
        "MPI.COMM_WORLD.spawn(\"x\", null, 1, MPI.INFO_NULL, 0, null);",
        "boolean debug = MPI.DEBUG;"
      })
  void whatThePackageHasNotIsToldWhereASourceFileNeedsIt(String statement) throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("Absent.java"),
            "import mpi.*;\nclass Absent { void main() throws MPIException { "
                + statement
                + " } }\n");
    assertThat(launch("-n 2", List.of(source.toString())))
        .contains("Absent.java:2: error: cannot find symbol")
        .contains("\n1 error\n")
        .endsWith("docs/compatibility.md, \"What is not there\".\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Errhandler_set | Send(new int[1], 0, 1, MPI.INT, 9, 0) | Send
          setErrhandler  | sSend(new int[1], 1, MPI.INT, 9, 0)   | sSend
          """)
  void anErrorThatEndsTheJobIsToldInTheSpellingOfTheProgram(String setter, String call, String name)
      throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("Fatal.java"),
            "import mpi.*;\nclass Fatal { void main(String[] args) throws MPIException {"
                + " MPI.Init(args); MPI.COMM_WORLD."
                + setter
                + "(MPI.ERRORS_ARE_FATAL); MPI.COMM_WORLD."
                + call
                + "; } }\n");
    assertThat(launch("-n 1", List.of(source.toString())))
        .startsWith("ronsel: rank 0 failed: org.ronsel.RonselException: rank 0, " + name + ": ")
        .contains("\n\tat Fatal.main(Fatal.java:2)");
  }

  private String run(String options, Class<?> program) throws Exception {
    return launch(options, List.of("-cp", place(program), program.getName()));
  }

  private String launch(String options, List<String> program) throws Exception {
    Path output = directory.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add(
        "-Dronsel.mpi="
            + String.join(File.pathSeparator, place(mpi.MPI.class), place(mpi.CartComm.class)));
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator, place(Ronsel.class), place(Main.class), place(CommandLine.class)));
    command.addAll(List.of(Main.class.getName(), "run"));
    command.addAll(Economy.ofJob());
    command.addAll(List.of(options.split(" ", -1)));
    command.addAll(program);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS))
          .as("%s", Files.readString(output, UTF_8))
          .isTrue();
    } finally {
      process.destroy();
    }
    return Files.readString(output, UTF_8);
  }

  private static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
