package org.ronsel.launch.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessRunnerTest {
  private static ProcessSpec shell(String script, Duration limit) {
    return new ProcessSpec(List.of("sh", "-c", script), Map.of("GREETING", "hello"), limit);
  }

  @Test
  void collectsOutputErrorsAndStatus() throws Exception {
    ProcessRunner.Result result =
        ProcessRunner.run(shell("echo $GREETING; echo why >&2; exit 3", Duration.ofSeconds(60)));

    assertThat(result.out()).containsExactly("hello");
    assertThat(result.lastError()).isEqualTo("why");
    assertThat(result.failure()).isEqualTo("failed with status 3: why");
    assertThat(result.timedOut()).isFalse();
  }

  @Test
  void theLastWordsAreNotTheEndOfAStackTrace() throws Exception {
    ProcessRunner.Result result =
        ProcessRunner.run(
            shell(
                "printf 'boom\\n\\tat a.B.c(B.java:1)\\n\\t... 3 more\\n' >&2; exit 1",
                Duration.ofSeconds(60)));

    assertThat(result.failure()).isEqualTo("failed with status 1: boom");
  }

  @Test
  void aProcessThatTakesTooLongIsEndedWithItsChildren() throws Exception {
    ProcessRunner.Result result =
        ProcessRunner.run(shell("sleep 600 & echo $!; wait", Duration.ofMillis(300)));

    assertThat(result.timedOut()).isTrue();
    long child = Long.parseLong(result.out().getFirst());
    var handle = ProcessHandle.of(child);
    if (handle.isPresent()) {
      handle.get().onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }

  @Test
  void aProcessThatWantsInputGetsNone() throws Exception {
    ProcessRunner.Result result = ProcessRunner.run(shell("cat; echo end", Duration.ofSeconds(60)));

    assertThat(result.out()).containsExactly("end");
  }

  /** As a launcher of another version, or a plain JVM. */
  @Test
  void whatIsNoLauncherOfThisVersionHasTheOptionsForEveryJvmUnderTheirOwnNames() throws Exception {
    ProcessRunner.Result result =
        ProcessRunner.run(
            new ProcessSpec(
                List.of("sh", "-c", "echo $JAVA_TOOL_OPTIONS; env | grep KEPT_"),
                KEPT_OPTIONS,
                Duration.ofSeconds(60)));

    assertThat(result.out()).containsExactly("-Dkept=true");
  }

  @Test
  void aLauncherOfThisVersionRunsWithoutTheOptionsForEveryJvm() throws Exception {
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.add("--version");

    ProcessRunner.Result result =
        ProcessRunner.run(new ProcessSpec(command, KEPT_OPTIONS, Duration.ofSeconds(60)));

    assertThat(result.status()).as(result.lastError()).isZero();
    assertThat(result.errors()).noneMatch(line -> line.contains("-Dkept=true"));
  }

  /** This JVM may have been started otherwise than by the script, which keeps them. */
  @Test
  void anotherCollectorInTheEnvironmentIsNoObstacleToALauncher() throws Exception {
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.add("--version");

    ProcessRunner.Result result =
        ProcessRunner.run(
            new ProcessSpec(
                command,
                Map.of(
                    "JAVA_TOOL_OPTIONS",
                    "-XX:+UseParallelGC",
                    "JDK_JAVA_OPTIONS",
                    "-XX:+UseParallelGC"),
                Duration.ofSeconds(60)));

    assertThat(result.status()).as(String.join("\n", result.errors())).isZero();
  }

  @Test
  void aLauncherUsesTheStartUpCacheThatThisOneUses() {
    List<String> cache =
        List.of(
            "-XX:AOTCache=/a b/launcher.aot",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining");
    List<String> own = new ArrayList<>(ChildLauncher.JVM_OPTIONS);
    assertThat(ChildLauncher.cacheOptions(own)).isEmpty();
    own.addAll(cache);
    own.add("-Dronsel.home=/x");
    assertThat(ChildLauncher.cacheOptions(own)).isEqualTo(cache);
  }

  /** The script {@code ronsel} cannot read them elsewhere. */
  @Test
  void aLauncherHasTheOptionsThatTheScriptGivesIt() throws IOException {
    String script = Files.readString(Path.of("../ronsel"));
    assertThat(script.replace("'\njvm_options=\"$jvm_options ", " "))
        .contains("jvm_options='" + String.join(" ", ChildLauncher.JVM_OPTIONS) + " -Xlog:disable");
  }

  private static final Map<String, String> KEPT_OPTIONS =
      Map.of("KEPT_BY_RONSEL_JAVA_TOOL_OPTIONS", "-Dkept=true");

  @Test
  void aProgramThatDoesNotExistIsAnError() {
    assertThatThrownBy(
            () ->
                ProcessRunner.run(
                    new ProcessSpec(List.of("/no/such/program"), Map.of(), Duration.ofSeconds(1))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void linesAreTakenAsTheyComeAndOneThatIsRefusedEndsTheProcess() throws Exception {
    List<String> lines = new ArrayList<>();
    ProcessRunner.Result result =
        ProcessRunner.follow(shell("echo one; echo two", Duration.ofSeconds(60)), lines::add);
    assertThat(lines).containsExactly("one", "two");
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEmpty();

    assertThatThrownBy(
            () ->
                ProcessRunner.follow(
                    shell("echo one; exec sleep 1000", Duration.ofSeconds(60)),
                    line -> {
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");
  }
}
