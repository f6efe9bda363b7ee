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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void testRunsTheWholeVerificationAndEndsWithItsStatus() throws Exception {
    host.maven("3.9.9", "echo all of it; exit 5\n");

    assertThat(host.run(ronsel, "test")).isEqualTo(new Outcome(5, List.of("all of it")));

    host.maven("3.9.9", "");
    assertThat(host.run(ronsel, "test").status()).isZero();
    host.run(ronsel, "info");
    assertThat(host.builds()).containsExactly(jdk + " -B -ntp verify", jdk + " -B -ntp verify");
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
                + " -B -ntp -q -Dquick install -pl ronsel-core,ronsel-mpi,ronsel-launch,ronsel-junit,ronsel-bench,ronsel-sim,ronsel-tune -am");
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
