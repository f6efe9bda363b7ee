package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ronsel.conformance.Conformance;
import org.ronsel.machine.ForkedJvm;

/** In a checked JVM correct programs run as they do without checks. */
class CheckedScenariosTest {
  @Test
  void callsThatAreInterruptedEndAsInAnUncheckedJob() throws Exception {
    List<String> options = List.of("-Dronsel.check=true", ForkedJvm.NATIVE);
    try (ForkedJvm jvm = ForkedJvm.start(Interrupted.class, options)) {
      assertThat(jvm.finish().lines()).containsExactly("all hold");
    }
  }

  /** Ranks that are threads, some of which are interrupted. */
  static final class Interrupted {
    private static final Set<String> SCENARIOS =
        Set.of(
            "collective.callsThatAreInterruptedKeepRanksInStep",
            "objecterror.aRootThatWasInterruptedInAGatherGathersWhatIsSentNext",
            "windowfault.aFenceThatIsInterruptedHasBeenMade",
            "windowfault.callsThatAreInterruptedAreCalledAgain");

    private Interrupted() {}

    public static void main(String[] arguments) {
      int held = 0;
      for (Conformance.Scenario scenario : Conformance.scenarios()) {
        if (SCENARIOS.contains(scenario.name())) {
          Ranks.run(3, scenario::run);
          held++;
        }
      }
      System.out.println(held == SCENARIOS.size() ? "all hold" : "a scenario has another name now");
    }
  }
}
