package org.ronsel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.dist.FakeHost.Outcome;

/** Which JDK the {@code ronsel} script runs, and how it calls it. */
@DisabledOnOs(OS.WINDOWS)
class JdkSearchTest {
  private FakeHost host;
  private Path ronsel;

  @BeforeEach
  void install(@TempDir Path home) throws IOException {
    host = new FakeHost(home.toRealPath());
    ronsel = host.distribution("my programs/ronsel 1");
  }

  @AfterEach
  void endProcesses() {
    host.close();
  }

  @Test
  void theMainClassGetsTheArgumentsAsTheyAre() throws Exception {
    host.set("JAVA_HOME", host.jdk("my jdk", "25.0.1"));

    Outcome outcome = host.run(ronsel, "run", "-n", "2", "a b", "", "*");

    String lib = host.home() + "/my programs/ronsel 1/lib";
    assertThat(outcome.lines())
        .startsWith("java 25.0.1")
        .contains("--enable-native-access=org.ronsel.core,org.ronsel.launch")
        .endsWith(
            "-p",
            lib,
            "-m",
            "org.ronsel.launch/org.ronsel.launch.Main",
            "run",
            "-n",
            "2",
            "a b",
            "",
            "*");
    assertThat(outcome.status()).isZero();
  }

  /** The JVM would open its first files under their numbers, and read or write those. */
  @Test
  void aStreamThatIsClosedLeadsNowhereInTheJvm() throws Exception {
    Path jdk = host.jdk("jdk", "25.0.1");
    Path seen = host.home().resolve("seen");
    Files.writeString(
        jdk.resolve("bin/java"),
        "#!/bin/sh\nfor n in 0 1 2; do readlink /proc/self/fd/$n; done >'" + seen + "'\n");
    host.set("JAVA_HOME", jdk);
    Path closed = host.tool("closed", "exec \"$@\" <&- >&- 2>&-\n");

    assertThat(host.run(closed, ronsel.toString(), "info").status()).isZero();

    assertThat(Files.readAllLines(seen)).containsExactly("/dev/null", seen.toString(), "/dev/null");
  }

  /** With less of them neither a shell nor a JVM would say why it ends. */
  @Test
  void aLimitOnOpenFilesBelowWhatAJvmNeedsIsSaid() throws Exception {
    host.set("JAVA_HOME", host.jdk("jdk", "25.0.1"));
    Path limited = host.tool("limited", "ulimit -n 12\nexec \"$@\"\n");

    Outcome outcome = host.run(limited, ronsel.toString(), "info");

    assertThat(outcome.lines())
        .containsExactly(
            "ronsel: a process may have 12 files open (ulimit -n), which is too few for a JVM: raise"
                + " it, for example with ulimit -n 4096");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void aWorkingDirectoryThatHasBeenRemovedIsSaid() throws Exception {
    host.set("JAVA_HOME", host.jdk("jdk", "25.0.1"));
    Path gone = host.home().resolve("gone");
    Path tool =
        host.tool(
            "in-gone", "mkdir '" + gone + "'; cd '" + gone + "'; rmdir '" + gone + "'; \"$@\"\n");

    Outcome outcome = host.run(tool, ronsel.toString(), "run", "-n", "2", "/x.java");

    // Shells may say that they miss it, too.
    assertThat(outcome.lines())
        .last()
        .isEqualTo(
            "ronsel: the working directory does not exist any more: change to another one (cd).");
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** Which may name another collector, or make the JVM print what is not of the launcher. */
  @Test
  void theOptionsOfTheEnvironmentForEveryJvmAreThoseOfRanks() throws Exception {
    Path jdk = host.jdk("jdk", "25.0.1");
    Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nenv | grep -E 'J(AVA|DK)_.*OPTIONS'\n");
    host.set("JAVA_HOME", jdk);
    host.set("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC  -Da='b c'");
    host.set("JDK_JAVA_OPTIONS", "-Xlog");
    host.set("_JAVA_OPTIONS", "-XX:+UseZGC");

    assertThat(host.run(ronsel, "info").lines())
        .containsExactlyInAnyOrder(
            "KEPT_BY_RONSEL_JAVA_TOOL_OPTIONS=-XX:+UseG1GC  -Da='b c'",
            "KEPT_BY_RONSEL_JDK_JAVA_OPTIONS=-Xlog",
            "KEPT_BY_RONSEL__JAVA_OPTIONS=-XX:+UseZGC");
  }

  /** Where there is a C.UTF-8, as on every system with which this is tested. */
  @ParameterizedTest
  @CsvSource({
    "'', '', '', '', C.UTF-8",
    "'', '', C, '', C.UTF-8",
    "POSIX, '', en_US.UTF-8, C.UTF-8, ''",
    "'', C, en_US.UTF-8, '', C.UTF-8",
    "'', '', en_US.UTF-8, '', ''",
    "de_DE.ISO-8859-1, C, C, de_DE.ISO-8859-1, C",
  })
  @EnabledOnOs(OS.LINUX)
  void theLocaleOfTheJvmHasEveryCharacter(
      String all, String type, String lang, String allThere, String typeThere) throws Exception {
    Path jdk = host.jdk("jdk", "25.0.1");
    Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho \"$LC_ALL,$LC_CTYPE\"\n");
    host.set("JAVA_HOME", jdk);
    host.set("LC_ALL", all);
    host.set("LC_CTYPE", type);
    host.set("LANG", lang);

    assertThat(host.run(ronsel).lines()).containsExactly(allThere + "," + typeThere);
  }

  /** Nor does the script need one; ranks get it as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/nowhere"})
  void aPathWithoutTheCommandsOfTheSystemIsNoObstacle(String path) throws Exception {
    Path jdk = host.jdk("jdk", "25.0.1");
    Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho \"$PATH\"; echo \"$@\"\n");
    host.set("JAVA_HOME", jdk);
    host.set("PATH", path);

    Outcome outcome = host.run(ronsel, "info");

    assertThat(outcome.lines())
        .hasSize(2)
        .startsWith(path)
        .last()
        .asString()
        .endsWith(
            "-p "
                + host.home()
                + "/my programs/ronsel 1/lib -m org.ronsel.launch/org.ronsel.launch.Main info");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void theScriptWorksThroughLinks() throws Exception {
    host.set("JAVA_HOME", host.jdk("jdk", "25.0.1"));
    Path bin = Files.createDirectories(host.home().resolve("bin"));
    Files.createSymbolicLink(bin.resolve("r"), bin.relativize(ronsel));
    Path link = Files.createSymbolicLink(bin.resolve("ronsel"), Path.of("r"));

    assertThat(host.run(link).lines()).contains(host.home() + "/my programs/ronsel 1/lib");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mpjrun", "mpjrun.sh", "mpjboot", "fmpjrun", "fmpjc", "mpirun", "mpiexec"})
  void theNameOfAnotherFamilysCommandIsPassedOn(String name) throws Exception {
    host.set("JAVA_HOME", host.jdk("jdk", "25.0.1"));
    Path link = Files.createSymbolicLink(ronsel.resolveSibling(name), Path.of("ronsel"));

    assertThat(host.run(link, "-np", "2", "a b").lines())
        .endsWith("org.ronsel.launch/org.ronsel.launch.Main", name, "-np", "2", "a b");
  }

  @Test
  void anInstalledDistributionCanBeInstalledElsewhere() throws Exception {
    host.set("JAVA_HOME", host.jdk("jdk", "25.0.1"));

    assertThat(host.run(ronsel, "install", "--tree", "there").lines())
        .endsWith("install", "--tree", "there");
  }

  @Test
  void anOlderJavaHomeIsPassedOver() throws Exception {
    host.set("JAVA_HOME", host.jdk("old", "17.0.9"));
    Path newer = host.jdk("new", "26-ea");
    Files.createSymbolicLink(host.home().resolve("tools/java"), newer.resolve("bin/java"));

    assertThat(host.run(ronsel).lines()).startsWith("java 26-ea");
  }

  @Test
  void javaHomeComesBeforeThePath() throws Exception {
    host.set("JAVA_HOME", host.jdk("a", "25.0.1"));
    Path other = host.jdk("b", "25.0.2");
    Files.createSymbolicLink(host.home().resolve("tools/java"), other.resolve("bin/java"));

    assertThat(host.run(ronsel).lines()).startsWith("java 25.0.1");
  }

  @Test
  void aJavaOnThePathThatIsAStandInIsAskedForItsHome() throws Exception {
    Path jdk = host.jdk("managed", "25.0.3");
    host.tool("java", "echo '    java.home = " + jdk + "' >&2\n");

    assertThat(host.run(ronsel).lines()).startsWith("java 25.0.3");
  }

  @Test
  void aJdkWithoutReleaseFileIsAskedForItsVersion() throws Exception {
    Path jdk = host.jdk("plain", "25.0.3");
    Files.delete(jdk.resolve("release"));
    Path java = jdk.resolve("bin/java");
    Files.writeString(
        java,
        "#!/bin/sh\n[ \"$1\" != -version ] || { echo 'openjdk version \"25.0.3\" x' >&2; exit; }\n"
            + "echo chosen\n");
    host.set("RONSEL_JAVA_HOME", jdk);

    assertThat(host.run(ronsel).lines()).containsExactly("chosen");
  }

  @Test
  void theJdkThatIsNamedIsUsedOrRefused() throws Exception {
    host.set("JAVA_HOME", host.jdk("a", "25.0.1"));
    host.set("RONSEL_JAVA_HOME", host.jdk("b", "25.0.2"));
    assertThat(host.run(ronsel).lines()).startsWith("java 25.0.2");

    Path old = host.jdk("old", "1.8.0_392");
    host.set("RONSEL_JAVA_HOME", old);
    assertThat(host.run(ronsel))
        .isEqualTo(
            new Outcome(
                1,
                List.of(
                    "ronsel: RONSEL_JAVA_HOME="
                        + old
                        + " is not a JDK 25 or newer (it is: 1.8.0_392).")));
  }

  @Test
  void aRuntimeWithoutCompilerIsNoJdk() throws Exception {
    Path runtime = host.jdk("jre", "25.0.1");
    Files.delete(runtime.resolve("bin/javac"));
    host.set("JAVA_HOME", runtime);
    Path jdk = host.jdk("jdk", "25.0.2");
    Files.createSymbolicLink(host.home().resolve("tools/java"), jdk.resolve("bin/java"));

    assertThat(host.run(ronsel).lines()).startsWith("java 25.0.2");
  }
}
