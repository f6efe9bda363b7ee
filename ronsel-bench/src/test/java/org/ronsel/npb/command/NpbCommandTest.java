package org.ronsel.npb.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.command.Obstacle;
import org.ronsel.caches.JobCache;
import picocli.CommandLine;

/** The command with real jobs of the smallest class. No time is judged. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NpbCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void haveCache() throws Exception {
    JobCache.make();
  }

  private int run(String... args) {
    return new CommandLine(new NpbCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void aBenchmarkIsRunBesideOneRankAndVerified() throws IOException {
    Path file = folder.resolve("npb.json");

    assertThat(run("cg", "--class", "S", "-n", "2", "--warmups", "0", "--json", file.toString()))
        .as(out + "" + err)
        .isZero();

    assertThat(out.toString()).contains("cg.S.1", "cg.S.2", "speed-up", "MOP/s", "yes");
    Map<String, Object> report = JSON.std.mapFrom(Files.readString(file));
    assertThat(report).containsEntry("ronselBench", 3).containsEntry("complete", true);
    assertThat((List<?>) report.get("rows"))
        .hasSize(2)
        .allSatisfy(row -> assertThat(((Map<?, ?>) row).get("verified")).isEqualTo(true));
  }

  @Test
  void inWeakScalingTheProblemGrowsAndCopiesOfTheFirstClassAreTheBound() throws IOException {
    Path file = folder.resolve("npb.json");
    String[] command = {
      "is", "--weak", "--class=S,W", "-n1,2", "--warmups=0", "--json", file.toString()
    };

    assertThat(run(command)).as(out + "" + err).isZero();

    assertThat(out.toString())
        .containsPattern("is\\.S\\.1 +threads +yes")
        .containsPattern("is\\.W\\.2 +threads +yes( +[-0-9.]+){4} +- +[0-9.]+\n")
        .containsPattern("is\\.S\\.2 +serial-copies +yes");
    String whole = Files.readString(file);
    Map<String, Object> report = JSON.std.mapFrom(whole);
    assertThat((List<?>) report.get("rows"))
        .extracting(
            row -> ((Map<?, ?>) row).get("classPerRank") + "" + ((Map<?, ?>) row).get("class"))
        .containsExactly("SS", "SW", "SS");
    assertThat((List<?>) report.get("ratios"))
        .extracting(ratio -> String.valueOf(((Map<?, ?>) ratio).get("class")))
        .containsExactly("W");

    Files.writeString(file, whole.replace("\"complete\" : true", "\"complete\" : false"));
    assertThat(run(command)).isZero();
    assertThat(out.toString()).contains("3 jobs of it are not run again");
  }

  @Test
  void weakScalingNeedsAClassForEachNumberOfRanks() {
    for (List<String> wrong :
        List.of(
            List.of("--class=S,W"),
            List.of("--class=S", "-n1,2"),
            List.of("--class=S,W", "-n2,4"),
            List.of("--class=W,S", "-n1,2"),
            List.of("--class=S,W", "-n1,1"))) {
      List<String> words = new ArrayList<>(List.of("ft", "--weak"));
      words.addAll(wrong);
      assertThat(run(words.toArray(String[]::new))).as(wrong.toString()).isEqualTo(2);
    }
    assertThat(err.toString()).contains("--class A,B,C -n 1,4,16", "in ascending order");
    assertThat(run("cg", "--weak", "--class=S,W", "-n1,3")).isEqualTo(2);
    assertThat(err.toString()).contains("cg class W does not run on 3 ranks");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aNativeProgramTakesTurnsAndItsVerificationCounts() throws IOException {
    program(
        "is.S.1",
        """
        echo ' Time in seconds =                     2.00'
        echo ' Mop/s total     =                    16.78'
        echo ' Verification    =               SUCCESSFUL'
        """);
    program(
        "is.S.2",
        """
        echo ' Time in seconds =                     1.00'
        echo ' Mop/s total     =                    33.54'
        echo ' Verification    =             UNSUCCESSFUL'
        """);
    Path launcher = program("launcher", "shift 2; exec \"$@\"\n");

    int status =
        run("is", "--class=S", "-n2", "--warmups=0", "--native=" + folder, "--mpirun=" + launcher);

    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).contains("npb-mpi", "33.5", "FAILED to verify");
  }

  @Test
  void whereTheFileCannotBeWrittenTheMeasuringGoesOnAndTheTableIsPrinted() throws IOException {
    program("is.S.1", block("IS", "S", 1, "SUCCESSFUL"));
    Path results = folder.resolve("results");
    Path launcher = program("launcher", "rm -r " + results + "\nshift 2; exec \"$@\"\n");
    String file = results.resolve("npb.json").toString();

    int status =
        run(
            "is",
            "--class=S",
            "-n1",
            "--rounds=2",
            "--warmups=0",
            "--no-serial",
            "--json",
            file,
            "--native=" + folder,
            "--mpirun=" + launcher);

    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).containsPattern("is\\.S\\.1 +threads +yes").contains("npb-mpi  yes");
    assertThat(err.toString()).contains(file + ": its folder does not exist");
  }

  @Test
  void programsOfAnotherMpiLibraryThatRunAloneAreNoRunOnTwoRanks() throws IOException {
    program("is.S.2", block("IS", "S", 1, "SUCCESSFUL"));
    Path launcher = program("launcher", "shift 2; \"$@\"; \"$@\"\n");

    assertThat(native2(launcher)).as(out.toString()).isEqualTo(1);
    assertThat(out.toString())
        .contains("ran on 1 process, not 2: was it built with another MPI library than mpirun's?");
  }

  @Test
  void aNativeProgramPrintsOneResultOfTheClassThatIsWanted() throws IOException {
    Path launcher = program("launcher", "shift 2; exec \"$@\"\n");

    program("is.S.2", block("IS", "A", 2, "SUCCESSFUL"));
    assertThat(native2(launcher)).isEqualTo(1);
    assertThat(out.toString()).contains("is of class A, not S");

    program("is.S.2", block("IS", "S", 2, "SUCCESSFUL") + block("IS", "S", 2, "SUCCESSFUL"));
    assertThat(native2(launcher)).isEqualTo(1);
    assertThat(out.toString()).contains("printed 2 results, not one");

    program("is.S.2", block("IS", "S", 2, "SUCCESSFUL") + "echo ' Verification = UNSUCCESSFUL'\n");
    assertThat(native2(launcher)).isEqualTo(1);
    assertThat(out.toString()).contains("printed 2 results, not one");
  }

  @Test
  void aWholeResultOfANativeProgramIsTaken() throws IOException {
    program("is.S.2", block("IS", "S", 2, "SUCCESSFUL"));
    Path launcher = program("launcher", "shift 2; exec \"$@\"\n");

    assertThat(native2(launcher)).as(out.toString()).isZero();
    assertThat(out.toString()).contains("npb-mpi", "33.5");
  }

  @Test
  void eachRoundMeasuresEverythingOnce() throws IOException {
    for (int ranks : List.of(1, 2)) {
      program("is.S." + ranks, "");
    }
    Path order = folder.resolve("order");
    Path launcher = program("launcher", "echo $2 >> " + order + "\n");

    run(
        "is",
        "--class=S",
        "-n2",
        "--warmups=0",
        "--rounds=2",
        "--native=" + folder,
        "--mpirun=" + launcher);

    assertThat(Files.readAllLines(order)).containsExactly("1", "2", "1", "2");
  }

  private int native2(Path launcher) {
    return run(
        "is", "--class=S", "-n2", "--warmups=0", "--native=" + folder, "--mpirun=" + launcher);
  }

  /** Prints what the programs of NPB-MPI print at their end. */
  private static String block(String kernel, String size, int processes, String verification) {
    return """
        echo ' %s Benchmark Completed.'
        echo ' Class           =                        %s'
        echo ' Size            =                 16777216'
        echo ' Time in seconds =                     1.00'
        echo ' Total processes =                        %d'
        echo ' Active processes=                        %d'
        echo ' Mop/s total     =                    33.54'
        echo ' Mop/s/process   =                    16.77'
        echo ' Verification    =               %s'
        """
        .formatted(kernel, size, processes, processes, verification);
  }

  @Test
  void withoutTheNativeProgramTheOthersAreRun() {
    assertThat(run("is", "--class=S", "-n1", "--warmups=0", "--native=" + folder)).isZero();
    assertThat(out.toString()).contains("is.S.1", "has no is.S.1 or is.S.x");
  }

  @Test
  void theSameCommandGoesOnWhereItWasInterrupted() throws IOException {
    Path file = folder.resolve("npb.json");
    String[] command = {"is", "--class=S", "-n1", "--warmups=0", "--json", file.toString()};
    assertThat(run(command)).isZero();
    String whole = Files.readString(file);
    Files.writeString(
        file,
        whole
            .replace("\"complete\" : true", "\"complete\" : false")
            .replaceAll("\"seconds\" : \\[[^]]*]", "\"seconds\" : [1234.25]"));

    assertThat(run(command)).isZero();

    assertThat(out.toString()).contains("1 jobs of it are not run again", "1234");
    assertThat(Files.readString(file)).contains("\"complete\" : true");
    assertThat(run(command)).isZero();
    assertThat(Files.readString(file)).doesNotContain("1234.25");
  }

  @Test
  void optionsBehindTwoDashesAreThoseOfRun() {
    assertThat(run("is", "--class=S", "-n1", "--warmups=0", "--", "--no-such-option")).isEqualTo(1);
    assertThat(out.toString()).contains("not run", "--no-such-option");
  }

  @Test
  void optionsOfRunThatChangeWhatIsPrintedAreRefused() {
    for (String option : List.of("--tag-output", "--output=DIR", "--dry-run")) {
      assertThat(run("ep", "--class=S", "-n1", "--", option)).isEqualTo(2);
      assertThat(err.toString()).contains(option + " behind -- would change what the jobs print");
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aJvmThatDoesNotStartSaysWhy() {
    assertThat(run("is", "--class=S", "-n1", "--warmups=0", "-J-Xbogus")).isEqualTo(1);
    assertThat(out.toString()).contains("Unrecognized option: -Xbogus");
  }

  @Test
  void resultsOfAnotherCommandAreReplaced() throws IOException {
    Path file = folder.resolve("npb.json");
    assertThat(run("is", "--class=S", "-n1", "--warmups=0", "--json", file.toString())).isZero();
    assertThat(run("is", "--class=S", "-n2", "--warmups=0", "--json", file.toString())).isZero();

    assertThat(Files.readString(file)).contains("-n2").doesNotContain("-n1");
  }

  @Test
  void aRankCountThatIsNotAllowedNamesThoseThatAre() {
    assertThat(run("cg", "-n", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("cg class A does not run on 3 ranks", "1, 2, 4, 8");
  }

  @Test
  void whereTheProcessorsAreTooFewARankCountIsAskedFor() {
    assumeTrue(Runtime.getRuntime().availableProcessors() < 4, "four processors are enough");
    assertThat(run("is", "--class", "D")).isEqualTo(2);
    assertThat(err.toString()).contains("is class D needs more ranks", "4, 8, 16");
  }

  @Test
  void unknownBenchmarksAndClassesAreNamed() {
    assertThat(run("dt")).isEqualTo(2);
    assertThat(err.toString()).contains("'dt'", "ep");
    assertThat(run("ep", "--class", "Z")).isEqualTo(2);
    assertThat(err.toString()).contains("'Z' is not a class: S, W, A, B, C, D");
  }

  @Test
  void nothingToRunAndContradictionsAreErrors() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("ep", "--runs", "0")).isEqualTo(2);
    assertThat(run("ep", "--processes", "--placement", "threads")).isEqualTo(2);
    assertThat(run("ep", "--native", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(run("ep", "--mpirun", "mpirun")).isEqualTo(2);
    assertThat(run("ep", "--json", folder.toString())).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatCannotBeMeasuredIsFoundWithoutMeasuring() {
    assertThat(NpbCommand.obstacle(List.of("ep", "--class=S", "-n1"))).isNull();
    assertThat(NpbCommand.obstacle(List.of("ep", "--vs=openmpi")))
        .isEqualTo(new Obstacle("ronsel npb ep: Unknown option: '--vs=openmpi'", false));
    assertThat(NpbCommand.obstacle(List.of("ep", "--runs=0")))
        .isEqualTo(
            new Obstacle(
                "ronsel npb ep: --warmups is 0 or more, --runs and --rounds 1 or more", false));
    assertThat(NpbCommand.obstacle(List.of("ep", "--", "--tag-output")))
        .satisfies(
            obstacle -> assertThat(obstacle.reason()).contains("would change what the jobs print"));
    assertThat(NpbCommand.obstacle(List.of("bt", "-n2")))
        .satisfies(
            obstacle -> {
              assertThat(obstacle.reason()).startsWith("bt class A does not run on 2 ranks; ");
              assertThat(obstacle.isOfMoment()).isFalse();
            });
  }

  @Test
  void memoryThatIsNotFreeIsAnObstacleOfTheMomentAndOfThisHostAlone() {
    List<String> huge = List.of("ep", "--class=D", "-n65536", "--no-serial", "--placement=tcp");
    assertThat(NpbCommand.obstacle(huge))
        .satisfies(
            obstacle -> {
              assertThat(obstacle.reason())
                  .startsWith("ep class D on 65536 ranks (tcp) needs about");
              assertThat(obstacle.isOfMoment()).isTrue();
            });
    List<String> elsewhere = new ArrayList<>(huge);
    elsewhere.addAll(List.of("--", "--hosts=a,b"));
    assertThat(NpbCommand.obstacle(elsewhere)).isNull();
  }

  private Path program(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }
}
