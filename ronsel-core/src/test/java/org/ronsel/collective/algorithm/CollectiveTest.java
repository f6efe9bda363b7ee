package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleSimulation;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.data.ElementType;

/** What is said of operations holds of their algorithms. */
class CollectiveTest {
  private static final int RANKS = 8;
  private static final int COUNT = 16;

  @ParameterizedTest
  @EnumSource
  void anOperationSynchronizesIfEveryRankHearsOfAllByEveryAlgorithm(Collective collective) {
    assumeFalse(collective.hasTable(), "its form with blocks of one length tells");
    List<String> deaf = new ArrayList<>();
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      if (algorithm instanceof ScheduledAlgorithm scheduled && !everybodyHearsOfAll(scheduled)) {
        deaf.add(algorithm.name());
      }
    }
    if (collective.synchronizes()) {
      assertThat(deaf).isEmpty();
    } else {
      assertThat(deaf).isNotEmpty();
    }
  }

  private static boolean everybodyHearsOfAll(ScheduledAlgorithm algorithm) {
    Placement placement = Placement.together(RANKS);
    ScheduleSimulation simulation =
        new ScheduleSimulation(RANKS, rank -> algorithm.schedule(rank, placement, 0), 1);
    for (int rank = 0; rank < RANKS; rank++) {
      var bindings = simulation.bindings(rank);
      bindings.shape(ElementType.LONG, COUNT, Predefined.SUM.of(ElementType.LONG));
      bindings.input(new long[RANKS * COUNT], 0);
      bindings.output(new long[RANKS * COUNT], 0);
      bindings.scratch(new long[(int) bindings.scratchElements()]);
    }
    simulation.run();
    for (int rank = 0; rank < RANKS; rank++) {
      if (simulation.heard(rank).cardinality() < RANKS) {
        return false;
      }
    }
    return true;
  }
}
