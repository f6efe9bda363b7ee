package org.ronsel.launch.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.job.RankKind;
import org.ronsel.launch.plan.JobOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.UsageException;

/** What the words after {@code ronsel run} mean. */
class RunCommandLineTest {
  @TempDir static Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"-n 4", "-n4", "-n=4", "-np 4", "-np4"})
  void theNumberOfRanksHasManySpellings(String spelling) throws Exception {
    assertThat(read(spelling + " " + program()).size()).isEqualTo(4);
  }

  @Test
  void everyOptionIsUnderstood() throws Exception {
    JobPlan plan =
        read(
            "-n 4 --jvms=2 --ranks-as virtual --shared-classes --bind numa --tag-output"
                + " --timeout 90 --stall=5m --debug 3:5005 -J-Xmx1g -J -Da=b=c --env A=B=C"
                + " --wdir "
                + folder
                + " -cp "
                + folder
                + " --output "
                + folder.resolve("out")
                + " "
                + program()
                + " --jvms x -n");
    JobOptions options = plan.options();
    assertThat(plan.firstRank()).containsExactly(0, 2, 4);
    assertThat(options.ranks().kind()).isEqualTo(RankKind.VIRTUAL);
    assertThat(options.ranks().sharedClasses()).isTrue();
    assertThat(options.ranks().binding()).isEqualTo("numa");
    assertThat(options.output().tagged()).isTrue();
    assertThat(options.limits().timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(options.limits().stall()).isEqualTo(Duration.ofMinutes(5));
    assertThat(options.debugging()).isEqualTo(new JobOptions.Debugging(3, 5005));
    assertThat(options.output().directory()).isDirectory();
    JobPlan.Part part = plan.parts().getFirst();
    assertThat(part.args()).containsExactly("--jvms", "x", "-n");
    assertThat(part.settings().jvmOptions()).containsExactly("-Xmx1g", "-Da=b=c");
    assertThat(part.settings().environment()).containsEntry("A", "B=C");
    assertThat(part.settings().directory()).isEqualTo(folder);
  }

  @Test
  void whatIsNotSaidHasItsDefault() throws Exception {
    JobPlan plan = read("-n 3 " + program());
    assertThat(plan.firstRank()).containsExactly(0, 3);
    assertThat(plan.options().limits().stall()).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.options().limits().timeout()).isNull();
    assertThat(plan.options().ranks().binding()).isEqualTo("none");
    assertThat(plan.options().ranks().kind()).isEqualTo(RankKind.AUTO);
  }

  @Test
  void aColonDividesProgramsUntilTwoDashesSayThatItIsAnArgument() throws Exception {
    JobPlan plan = read("-n 1 " + program() + " a : -n 2 -- " + program() + " b : c :");
    assertThat(plan.parts()).hasSize(2);
    assertThat(plan.parts().get(0).args()).containsExactly("a");
    assertThat(plan.parts().get(1).args()).containsExactly("b", ":", "c", ":");
    assertThat(plan.parts().get(1).firstRank()).isEqualTo(1);
  }

  @Test
  void zeroTurnsTheTimeoutAndTheWatchOff() throws Exception {
    JobOptions options = read("-n 1 --timeout 0 --stall 0 " + program()).options();
    assertThat(options.limits().timeout()).isNull();
    assertThat(options.limits().stall()).isZero();
  }

  @Test
  void propertiesOfTheProgramMayBeginAsTheSettingsDo() throws Exception {
    List<String> own = List.of("-Dronsel.nope=1", "-Dronsel.x=1", "-Dronsel.results=1");
    JobPlan plan = read("-n 1 -J" + String.join(" -J", own) + " " + program());
    assertThat(plan.parts().getFirst().settings().jvmOptions()).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -n 2 --on-failure report                             | --on-failure=report: all ranks are in one JVM, and fail together; --processes gives each its own
          -n 2 --on-failure report --processes                 |
          -n 2 --shared-classes --processes                    | --shared-classes: no two ranks share a JVM, so each has classes of its own
          -n 3 --shared-classes --jvms 2                       |
          -n 1 --shared-classes --on-failure report            |
          -n 2 --processes --ghosts 2                          | --ghosts 2: all ranks are on one host, and operate on each other's memory themselves; ghosts only serve ranks of other hosts
          -n 2 --hosts a.invalid --ghosts 1                    | --ghosts 1: all ranks are on one host
          -n 2 --hosts a.invalid,b.invalid --ghosts 1          |
          -n 2 --encrypt --ports 20000-20010 --connections 2   |
          """)
  void whatHasLessEffectThanItSeemsIsSaid(String options, String notice) throws Exception {
    List<String> notices = read(options.strip() + " " + program()).notices();
    if (notice == null) {
      assertThat(notices).isEmpty();
    } else {
      assertThat(notices).hasSize(1).first().asString().startsWith(notice);
    }
  }

  @Test
  void aDryRunMakesNoDirectoryForOutput() throws Exception {
    Path output = folder.resolve("would/be/made");
    read("-n 1 --dry-run --output " + output + " " + program());
    assertThat(folder.resolve("would")).doesNotExist();
    assertThatThrownBy(() -> read("-n 1 --dry-run --output " + program() + "/x " + program()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(": cannot be made a directory: " + program() + ": ");
  }

  @Test
  void aJobThatNeedsMoreMemoryThanThereIsRunsByForceOnly() throws Exception {
    assertThatThrownBy(() -> read("-n 1000000000 " + program()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("1000000000 ranks in 1 JVM");
    assertThat(read("-n 1000000000 --force " + program()).size()).isEqualTo(1_000_000_000);
  }

  @ParameterizedTest
  @EnumSource(RunOption.class)
  void everyOptionIsInTheHelp(RunOption option) {
    assertThat(RunHelp.text().lines())
        .anyMatch(line -> line.startsWith("  " + String.join(", ", option.names())))
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void helpIsAskedForAnywhereBeforeTheProgram() {
    assertThat(RunCommandLine.read(List.of("-n", "2", "--help"))).isNull();
    assertThat(RunCommandLine.read(List.of("-h"))).isNull();
  }

  private static String program() throws Exception {
    Path program = folder.resolve("Program.java");
    Files.writeString(program, "void main() {}");
    return program.toString();
  }

  private static JobPlan read(String words) {
    return RunCommandLine.read(List.of(words.split(" ")));
  }
}
