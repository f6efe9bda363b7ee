package org.ronsel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.dist.FakeHost.Outcome;

/** What the {@code ronsel} script of a checkout builds, and when. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CheckoutBuildTest {
  private static final String QUICK = " -B -ntp -q -Dquick package -pl ronsel-dist -am";

  private FakeHost host;
  private Path root;
  private Path ronsel;
  private Path jdk;

  @BeforeEach
  void checkOut(@TempDir Path home) throws IOException {
    host = new FakeHost(home.toRealPath());
    ronsel = host.checkout("my work");
    root = ronsel.getParent();
    jdk = host.jdk("jdk", "25.0.1");
    host.set("RONSEL_JAVA_HOME", jdk);
    host.maven("3.9.9", "");
  }

  @AfterEach
  void endProcesses() {
    host.close();
  }

  @Test
  void theFirstUseBuildsQuietlyAndTheNextDoesNot() throws Exception {
    host.maven("3.9.9", "echo much output; echo more >&2\n");

    for (int i = 0; i < 2; i++) {
      Outcome outcome = host.run(ronsel, "info");
      assertThat(outcome.lines())
          .startsWith("java 25.0.1")
          .endsWith("info")
          .contains(root + "/target/dist/lib")
          .doesNotContain("much output", "more");
    }

    assertThat(host.builds()).containsExactly(jdk + QUICK);
  }

  @Test
  void aChangedSourceIsBuiltButAChangedTestIsNot() throws Exception {
    host.run(ronsel);

    touch("ronsel-core/src/test/java/A.java");
    host.run(ronsel);
    assertThat(host.builds()).hasSize(1);

    touch("ronsel-core/src/main/java/A.java");
    host.run(ronsel);
    assertThat(host.builds()).hasSize(2);

    Files.delete(root.resolve("ronsel-core/src/main/java/A.java"));
    touch("ronsel-core/src/main/java");
    host.run(ronsel);
    assertThat(host.builds()).hasSize(3);

    touch("ronsel-core/src/main/java");
    host.set("RONSEL_BUILD", "never");
    host.run(ronsel);
    assertThat(host.builds()).hasSize(3);
  }

  @Test
  void aFailedBuildShowsTheEndOfItsLogAndIsTriedAgain() throws Exception {
    host.maven("3.9.9", "i=0; while [ $i -lt 99 ]; do i=$((i+1)); echo line $i; done; exit 3\n");

    Outcome outcome = host.run(ronsel, "info");

    Path log = root.resolve("target/ronsel-build.log");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .startsWith("line 70")
        .endsWith("line 98", "line 99", "ronsel: the build failed; all of its output is in " + log);
    assertThat(log).content().startsWith("line 1\n");
    host.run(ronsel, "info");
    assertThat(host.builds()).hasSize(2);
  }

  @Test
  void twoFirstUsesAtOnceBuildOnce() throws Exception {
    Path events = pipe("events");
    Path proceed = pipe("proceed");
    host.maven("3.9.9", "echo building >'" + events + "'; read go <'" + proceed + "'\n");
    // The script sleeps when another holds the lock.
    host.tool("sleep", "echo waiting >'" + events + "'\n");

    Process first = host.start(ronsel, "one");
    assertThat(next(events)).isEqualTo("building");
    Process second = host.start(ronsel, "two");
    assertThat(next(events)).isEqualTo("waiting");
    host.tool("sleep", "");
    Files.writeString(proceed, "go\n");

    assertThat(FakeHost.end(first).lines()).endsWith("one");
    assertThat(FakeHost.end(second).lines()).endsWith("two");
    assertThat(host.builds()).hasSize(1);
  }

  @Test
  void theLockOfADeadProcessIsBroken() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path lock = Files.createDirectories(root.resolve("target/ronsel-build.lock"));
    Files.writeString(lock.resolve("owner"), dead.pid() + "\n");

    assertThat(host.run(ronsel, "info").lines()).endsWith("info");

    assertThat(host.builds()).hasSize(1);
    assertThat(lock).doesNotExist();
  }

  @Test
  void anOldMavenOnThePathIsPassedOverForTheWrapper() throws Exception {
    host.maven("3.6.3", "");
    Path wrapper = root.resolve("mvnw");
    Files.copy(host.home().resolve("tools/mvn"), wrapper);
    Files.writeString(
        wrapper, Files.readString(wrapper).replace("echo \"$JAVA_HOME", "echo \"wrapper"));

    host.run(ronsel);

    assertThat(host.builds()).containsExactly("wrapper" + QUICK);
  }

  private static final String VERIFY =
      " -B -ntp verify --fail-at-end -Dmaven.test.failure.ignore=true";

  @Test
  void testRunsTheWholeVerificationAndEndsWithItsStatus() throws Exception {
    host.maven("3.9.9", "echo all of it; exit 5\n");

    Outcome failed = host.run(ronsel, "test");
    assertThat(failed.status()).isEqualTo(5);
    assertThat(failed.lines()).contains("all of it").endsWith("  the build");

    host.maven("3.9.9", "");
    assertThat(host.run(ronsel, "test").status()).isZero();
    host.run(ronsel, "info");
    assertThat(host.builds()).containsExactly(jdk + VERIFY, jdk + VERIFY);
  }

  /** What Maven prints, and ends with status 0, when it is told to go on behind failed tests. */
  private static final String FAILED_TESTS =
      """
      cat <<'END'
      [INFO] -----------------------< org.ronsel:ronsel-core >-----------------------
      [ERROR] Tests run: 2, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 1 s <<< FAILURE! -- in a.ATest
      [ERROR] a.ATest.adds(int)[2] -- Time elapsed: 0.1 s <<< FAILURE!
      [ERROR] a.ATest.divides -- Time elapsed: 0.1 s <<< ERROR!
      [ERROR] Tests run: 2, Failures: 1, Errors: 1, Skipped: 0
      [ERROR] There are test failures.
      [INFO] -----------------------< org.ronsel:ronsel-launch >-----------------------
      [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0
      """;

  @Test
  void aFailedTestIsNamedAndNeverASuccessThoughTheOtherModulesAreTested() throws Exception {
    host.maven("3.9.9", FAILED_TESTS + "END\n");

    for (String[] arguments : new String[][] {{"test"}, {"test", "-pl", "ronsel-core"}}) {
      Outcome outcome = host.run(ronsel, arguments);
      assertThat(outcome.status()).isEqualTo(1);
      assertThat(outcome.lines())
          .endsWith("  ronsel-core: a.ATest.adds(int)[2]", "  ronsel-core: a.ATest.divides");
    }

    assertThat(host.builds()).containsExactly(jdk + VERIFY, jdk + VERIFY + " -pl ronsel-core");
    assertThat(root.resolve("target/ronsel-test.log")).content().contains("ronsel-launch");
  }

  @Test
  void aModuleThatFailsWithoutATestIsNamedToo() throws Exception {
    host.maven(
        "3.9.9",
        FAILED_TESTS
            + """
            [INFO] Ronsel core ........................ SUCCESS [  1.0 s]
            [INFO] Ronsel concurrency stress .......... FAILURE [  2.0 s]
            [INFO] Ronsel tuning ...................... SKIPPED
            END
            exit 1
            """);

    Outcome outcome = host.run(ronsel, "test");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .contains("  ronsel-core: a.ATest.divides")
        .endsWith("  Ronsel concurrency stress: FAILURE [  2.0 s]", "  Ronsel tuning: SKIPPED");
  }

  /** Dynamic tests have only numbers in the output of Maven; what they throw says which it was. */
  @Test
  void aFailedTestThatHasOnlyANumberIsNamedByItsMessage() throws Exception {
    host.maven(
        "3.9.9",
        """
        cat <<'END'
        [INFO] -----------------------< org.ronsel:ronsel-core >-----------------------
        [ERROR] a.ATest.scenarios()[7] -- Time elapsed: 0.1 s <<< FAILURE!
        java.lang.AssertionError: matching.anySource on 3 ranks: rank 1: 4 instead of 5
        	at a.ATest
        END
        """);

    assertThat(host.run(ronsel, "test").lines())
        .endsWith(
            "  ronsel-core: a.ATest.scenarios()[7]"
                + " matching.anySource on 3 ranks: rank 1: 4 instead of 5");
  }

  @Test
  void testEndsWithTheTimeThatEachModuleTookAndTheCounts() throws Exception {
    host.maven(
        "3.9.9",
        """
        cat <<'END'
        [INFO] Building Ronsel core 0.1.0-SNAPSHOT                               [2/3]
        [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 70.5 s -- in a.ATest
        [WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 1,020 s -- in a.BTest
        [INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1
        [INFO] Building jar: /some/where/ronsel-core.jar
        [INFO] Building Ronsel concurrency stress 0.1.0-SNAPSHOT                 [3/3]
        [INFO] Reactor Summary for Ronsel 0.1.0-SNAPSHOT:
        [INFO] Ronsel core ........................ SUCCESS [19:03 min]
        [INFO] Ronsel concurrency stress .......... SUCCESS [  9.6 s]
        [INFO] Total time:  01:19 h
        END
        """);

    assertThat(host.run(ronsel, "test").lines())
        .endsWith(
            "ronsel: minutes and seconds of each module, and of its test classes",
            "  Ronsel core                   19:03  18:11",
            "  Ronsel concurrency stress      0:10      -",
            "  all                           79:00  18:11",
            "ronsel: skipped: 1 of a.BTest",
            "ronsel: 3 passed, 0 failed, 1 skipped");
  }

  @Test
  void theTimeOfASingleModuleIsToldToo() throws Exception {
    host.maven(
        "3.9.9",
        """
        cat <<'END'
        [INFO] Building Ronsel core 0.1.0-SNAPSHOT
        [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 3.4 s -- in a.ATest
        [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0
        [INFO] Total time:  8.810 s
        END
        """);

    assertThat(host.run(ronsel, "test", "-pl", "ronsel-core").lines())
        .endsWith(
            "  Ronsel core                    0:09   0:03",
            "ronsel: 2 passed, 0 failed, 0 skipped");
  }

  @Test
  void testSaysAtItsBeginningHowLongItTakes() throws Exception {
    assertThat(host.run(ronsel, "test").lines().getFirst())
        .matches("ronsel: a run of all tests takes about [0-9]+ minutes on 2 quiet cores");
    assertThat(host.run(ronsel, "test").lines().getFirst())
        .matches("ronsel: this takes about [0-9]+ seconds, as it did the last time");
    assertThat(host.run(ronsel, "test", "-pl", "examples").lines().getFirst())
        .matches("ronsel: how long this part takes is not known here; a run of all .*");
    Files.writeString(root.resolve("target/ronsel-test.times"), "10 \n1370 \n20 -pl examples\n");
    assertThat(host.run(ronsel, "test").lines().getFirst())
        .isEqualTo("ronsel: this takes about 23 minutes, as it did the last time");
  }

  @Test
  void installSaysHowToDependOnRonsel() throws Exception {
    Outcome outcome = host.run(ronsel, "install");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.text())
        .contains("<version>7</version>", "implementation(\"org.ronsel:ronsel-core:7\")");
    assertThat(host.builds())
        .containsExactly(
            jdk
                + " -B -ntp -q -Dquick -Djars install -pl"
                + " ronsel-core,ronsel-mpi,ronsel-launch,ronsel-bench,ronsel-sim,ronsel-tune,ronsel-junit"
                + " -am");
  }

  @Test
  void docsAreWrittenAndOpened() throws Exception {
    Path opened = pipe("opened");
    host.tool("xdg-open", "echo \"$1\" >'" + opened + "'\n");
    String site = root + "/target/reports/apidocs/index.html";
    Path old = Files.createDirectories(root.resolve("target/reports/apidocs/gone"));

    Outcome outcome = host.run(ronsel, "docs");

    assertThat(old).doesNotExist();

    assertThat(outcome).isEqualTo(new Outcome(0, List.of(site)));
    assertThat(next(opened)).isEqualTo(site);
    assertThat(host.builds())
        .containsExactly(
            jdk
                + " -B -ntp -q -Dquick package javadoc:aggregate -pl"
                + " ronsel-core,ronsel-junit,ronsel-mpi -am");
  }

  @Test
  void docsThatCannotBeWrittenAreNotOpened() throws Exception {
    host.maven("3.9.9", "echo broken link; exit 1\n");
    host.tool("xdg-open", "echo opened >>'" + host.home().resolve("opened") + "'\n");

    assertThat(host.run(ronsel, "docs")).isEqualTo(new Outcome(1, List.of("broken link")));

    assertThat(host.home().resolve("opened")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"test, --help", "test, -h", "docs, --help", "docs, -h"})
  void helpOfACommandThatOnlyACheckoutHasBuildsNothing(String command, String flag)
      throws Exception {
    Outcome outcome = host.run(ronsel, command, flag);

    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines()).startsWith("Usage: ronsel " + command + " [OPTION OF MAVEN]...");
    assertThat(host.builds()).isEmpty();
  }

  @Test
  void installInATreeBuildsAndIsTheLaunchersWork() throws Exception {
    Outcome outcome = host.run(ronsel, "install", "--tree", "some where");

    assertThat(outcome.lines()).endsWith("install", "--tree", "some where");
    assertThat(host.builds()).containsExactly(jdk + QUICK);
  }

  @Test
  void theStartUpCacheIsMadeByTheBuildAndUsed() throws Exception {
    host.set("RONSEL_AOT", "on");

    String option = "-XX:AOTCache=" + root + "/target/dist/lib/launcher.aot";
    assertThat(host.run(ronsel).lines()).contains(option);

    host.set("RONSEL_AOT", "off");
    assertThat(host.run(ronsel).lines()).doesNotContain(option);
  }

  @Test
  void whoAsksForTheStartUpCacheNowHasItAtTheFirstStart() throws Exception {
    host.run(ronsel); // builds, without one
    host.set("RONSEL_BUILD", "never");
    host.set("RONSEL_AOT", "now");

    String option = "-XX:AOTCache=" + root + "/target/dist/lib/launcher.aot";
    assertThat(host.run(ronsel).lines()).contains(option);
  }

  @Test
  void aStartUpCacheOfAnotherUserIsMadeAnew() throws Exception {
    host.run(ronsel); // builds, without one
    host.set("RONSEL_BUILD", "never");
    host.set("RONSEL_AOT", "now");
    host.run(ronsel);
    Path cache = root.resolve("target/dist/lib/launcher.aot");
    Files.writeString(cache, "of another");
    give(cache);

    assertThat(host.run(ronsel).lines()).contains("-XX:AOTCache=" + cache);
    assertThat(cache).as("made anew").isEmptyFile();

    give(cache);
    give(cache.resolveSibling("launcher.aot.key"));
    give(cache.getParent());
    Files.writeString(cache, "of who owns all of it");
    assertThat(host.run(ronsel).lines()).contains("-XX:AOTCache=" + cache);
    assertThat(cache).hasContent("of who owns all of it");
  }

  /** Makes a file another user's. */
  private static void give(Path file) {
    try {
      Files.setAttribute(file, "unix:uid", 65534);
    } catch (IOException e) {
      Assumptions.abort("only the superuser gives files away");
    }
  }

  @Test
  void theLaunchersJvmHasNoFileThatItCouldLeaveWhenItIsKilled() throws Exception {
    assertThat(host.run(ronsel, "info").lines()).contains("-XX:-UsePerfData");
  }

  private void touch(String file) throws IOException {
    Files.setLastModifiedTime(root.resolve(file), FileTime.from(Instant.now().plusSeconds(2)));
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    Path pipe = host.home().resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static String next(Path events) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(events)) {
      return reader.readLine();
    }
  }
}
