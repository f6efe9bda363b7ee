package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.runtime.control.Frame;

/** Whether a job can go on without a JVM. */
class SurvivorsTest {
  /** JVMs of several hosts meet twice, and those who have come wait for the others each time. */
  @Test
  void whoeverFailsBeforeAMeetingIsOverEndsTheJob() {
    JobPlan plan =
        RunCommandLine.read(
            List.of(
                "-n", "2", "--processes", "--on-failure=report", "src/test/programs/Ready.java"));
    List<JvmProcess> jvms = List.of(new StillJvm(), new StillJvm());
    jvms.forEach(JvmProcess::beginsToMeet);
    List<Frame> told = new ArrayList<>();
    try (Console console = new Console()) {
      Survivors survivors = new Survivors(plan, console, jvms, told::add);
      assertThat(survivors.goOnWithout(List.of(1), "gone")).as("before the first").isFalse();
      survivors.meet(false);
      assertThat(survivors.goOnWithout(List.of(1), "gone")).as("within the first").isFalse();
      survivors.meet(true);
      survivors.meet(false);
      assertThat(survivors.goOnWithout(List.of(1), "gone")).as("within the second").isFalse();
      survivors.meet(true);
      assertThat(told).isEmpty();
      assertThat(survivors.goOnWithout(List.of(1), "gone")).as("after both").isTrue();
    }
    assertThat(told).hasSize(1);
  }

  @Test
  void theReasonIsALineThatIsWhole() {
    JobPlan plan =
        RunCommandLine.read(
            List.of(
                "-n", "3", "--processes", "--on-failure=report", "src/test/programs/Ready.java"));
    List<JvmProcess> jvms = List.of(new StillJvm(), new StillJvm(), new StillJvm());
    List<Frame> told = new ArrayList<>();
    try (Console console = new Console()) {
      Survivors survivors = new Survivors(plan, console, jvms, told::add);
      survivors.meet(true);
      assertThat(survivors.goOnWithout(List.of(1), "lost; it has said:\n  one\n  two")).isTrue();
      assertThat(survivors.goOnWithout(List.of(2), "lost, too\n  advice")).isTrue();
    }
    assertThat(told)
        .containsExactly(
            new Frame.JvmFailed(1, "lost; it has said: one two"),
            new Frame.JvmFailed(2, "lost, too"));
  }

  @Test
  void ghostsDoNotGoOnByThemselves() {
    JobPlan plan =
        RunCommandLine.read(
            List.of(
                "-n",
                "2",
                "--processes",
                "--ghosts",
                "1",
                "--on-failure=report",
                "src/test/programs/Ready.java"));
    List<JvmProcess> jvms = List.of(new StillJvm(), new StillJvm(), new StillJvm());
    assertThat(plan.isGhost(2)).isTrue();
    try (Console console = new Console()) {
      Survivors survivors = new Survivors(plan, console, jvms, frame -> {});
      survivors.meet(true);
      assertThat(survivors.goOnWithout(List.of(0), "gone")).isTrue();
      assertThat(survivors.goOnWithout(List.of(1), "gone")).isFalse();
    }
  }
}
