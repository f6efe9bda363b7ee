package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.install.Daemons;
import org.ronsel.launch.install.Installation;

/** Jobs that are started by the command lines of other families. */
class DialectRunTest {
  private static final String REPORT =
      """
      import org.ronsel.Ronsel;
      public class Report {
        public static void main(String[] args) {
          System.out.println(Ronsel.world().rank() + "/" + Ronsel.world().size() + " "
              + String.join(",", args) + " p=" + System.getProperty("p"));
          System.out.println("pid " + ProcessHandle.current().pid() + " heap "
              + (Runtime.getRuntime().maxMemory() >> 20));
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void compile() throws Exception {
    Path source = Files.writeString(folder.resolve("Report.java"), REPORT);
    String[] arguments = {
      "-d", folder.toString(), "-cp", Installation.core().toString(), source.toString()
    };
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(javac.run(System.out, System.err, arguments)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "mpjrun.sh, multicore, 1",
    "mpjrun, niodev, 2",
    "fmpjrun, smdev, 1",
    "fmpjrun, ibvdev, 2",
    "mpjrun, hybdev, 1",
  })
  void aDeviceSaysHowManyJvmsThereAreAndXmxIsOfEach(String command, String device, int jvms)
      throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), "localhost\n");
    Job.Result result =
        Job.run(
            command,
            "-machinefile",
            hosts,
            "-np",
            2,
            "-dev",
            device,
            "-Dp=a=b",
            "-Xmx64m",
            "-cp",
            folder,
            "Report",
            "-np",
            "7");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    List<String> lines = result.sortedLines();
    assertThat(lines).contains("0/2 -np,7 p=a=b", "1/2 -np,7 p=a=b");
    List<String> jvmLines = lines.stream().filter(line -> line.startsWith("pid")).toList();
    assertThat(jvmLines.stream().distinct()).hasSize(jvms);
    assertThat(jvmLines)
        .allSatisfy(line -> assertThat(line.replaceFirst(".* ", "")).matches("6[0-4]"));
  }

  @Test
  void whoReadsArgumentsBehindThoseOfMpjExpressIsToldOfTheOption() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Reads.java"),
            "public class Reads { public static void main(String[] args) {"
                + " System.out.println(args[3]); } }");
    Job.Result failed = Job.run("run", "-n", 1, source, "a");
    assertThat(failed.err()).contains("Index 3 out of bounds for length 1", "--mpj-args");
    assertThat(Job.run("run", "-n", 1, "--mpj-args", source, "a").out()).isEqualTo("a\n");
  }

  @Test
  void mpirunStartsJavaWithItsOptionsAndSaysWhatItPassesOver() throws Exception {
    Job.Result result =
        Job.run(
            "mpirun",
            "-np",
            2,
            "--oversubscribe",
            "--mca",
            "btl",
            "self",
            "java",
            "-Dp=1",
            "-cp",
            folder,
            "Report",
            "x",
            ":",
            "-n",
            1,
            "java",
            "-cp",
            folder,
            "Report",
            "y");
    assertThat(result.sortedLines())
        .startsWith("0/3 x p=1", "1/3 x p=1", "2/3 y p=null")
        .filteredOn(line -> line.startsWith("pid"))
        .doesNotHaveDuplicates()
        .hasSize(3);
    assertThat(result.err())
        .isEqualTo("ronsel: mpirun: ignored here: --mca btl self," + " --oversubscribe\n");
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1, multicore", "--processes, niodev", "--jvms=2, hybdev"})
  void mpjArgsBeginWithRankSizeAndDevice(String placement, String device) throws Exception {
    Job.Result result =
        Job.run("run", "-n", 3, placement, "--mpj-args", "-cp", folder, "Report", "a", "b");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .startsWith(
            "0/3 0,3," + device + ",a,b p=null",
            "1/3 1,3," + device + ",a,b p=null",
            "2/3 2,3," + device + ",a,b p=null");
  }

  @Test
  void aCommandLineThatCannotBeObeyedHasStatusTwoAndOneLine() throws Exception {
    Job.Result result = Job.run("mpirun", "-np", 2, "--oversubcribe", "java", "Report");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            "ronsel mpirun: unknown option --oversubcribe; the nearest is --oversubscribe"
                + " (ronsel mpirun --help shows the options)\n");
    Job.Result missing = Job.run("fmpjrun", "-np", 2, "-class", "no.such.Class");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).startsWith("ronsel fmpjrun: class no.such.Class is not on the class");
  }

  @ParameterizedTest
  @CsvSource({"mpjrun.sh, -machinesfile", "fmpjrun, -machinefile", "mpirun, --hostfile"})
  void theHostsOfAMachineFileAreUsed(String command, String option) throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), "a.invalid\nb.invalid\n");
    FakeShell shell = FakeShell.in(folder);
    Job.Result result =
        Job.run(
            command,
            "-np",
            2,
            option,
            hosts,
            shell.option(),
            command.equals("mpirun") ? List.of("java") : List.of(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.sortedLines()).containsExactly("0 on a.invalid", "1 on b.invalid");
  }

  @Test
  void theStatusOfTheJobIsThatOfTheLauncher() throws Exception {
    Path source = Files.writeString(folder.resolve("Exit.java"), "void main() { System.exit(7); }");
    Job.Result result = Job.run("mpirun", "-np", 2, "java", source);
    assertThat(result.status()).isEqualTo(7);
  }

  @Test
  void commandsForDaemonsDoNothingAndSaySo() throws Exception {
    Job.Result result = Job.run("mpjboot", "machines");
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEqualTo("ronsel: mpjboot does nothing: jobs need no daemons\n");
    assertThat(Daemons.NAMES).contains("mpjhalt", "mpjdaemon", "mpjinfo", "fmpjboot", "fmpjhalt");
  }

  @Test
  void helpIsPrinted() throws Exception {
    Job.Result result = Job.run("fmpjrun", "-h");
    assertThat(result.status()).isZero();
    assertThat(result.out()).startsWith("ronsel run, called as fmpjrun.").contains("-machinefile");
  }
}
