package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.run.RunCommandLine;

/** What is said of JVMs that do not start in time. */
class LateStartTest {
  @Test
  void theFirstIsNamedAndTheOthersAreCounted() {
    assertThat(missing(0, 1)).contains("rank 0 (process 0) has not connected within ");
    assertThat(missing(1, 1)).contains(" has connected, but not met the others, within ");
    assertThat(missing(0, 2)).contains(" has not connected, nor has another one, within ");
    assertThat(missing(2, 3))
        .contains(" has connected, but not met the others, nor have 2 others, within ");
  }

  /** The line about some JVMs of which the first ones have connected; one more has met. */
  private static String missing(int connected, int late) {
    JobPlan plan =
        RunCommandLine.read(
            List.of("-n", "" + (late + 1), "--processes", "src/test/programs/Ready.java"));
    List<JvmProcess> jvms = Stream.<JvmProcess>generate(StillJvm::new).limit(late + 1).toList();
    jvms.getLast().beginsToMeet();
    jvms.subList(0, connected).forEach(jvm -> jvm.connected(frame -> {}));
    return StartUpLimits.ofEnvironment(late + 1).missing(plan, jvms);
  }
}
