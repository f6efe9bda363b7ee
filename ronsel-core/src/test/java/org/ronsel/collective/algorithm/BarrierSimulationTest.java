package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.collective.algorithm.Simulations.everyCase;
import static org.ronsel.collective.algorithm.Simulations.messages;
import static org.ronsel.collective.algorithm.Simulations.roundsUp;
import static org.ronsel.collective.algorithm.Simulations.simulate;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.schedule.ScheduleSimulation;

/** Every barrier holds, with the messages of the textbook. */
class BarrierSimulationTest {
  static final List<ScheduledAlgorithm> BARRIERS = Simulations.of(Collective.BARRIER);

  @ParameterizedTest
  @FieldSource("BARRIERS")
  void nobodyLeavesABarrierBeforeEverybodyHasCome(ScheduledAlgorithm barrier) {
    everyCase(
        barrier,
        (placement, root, count) -> {
          int ranks = placement.ranks();
          ScheduleSimulation simulation = simulate(barrier, placement, 0, ranks);
          simulation.run();
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(simulation.heard(rank).cardinality()).isEqualTo(ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("org.ronsel.collective.algorithm.Simulations#ranks")
  void barriersSendAsManyMessagesAsTheTextbookSays(int ranks) {
    assertThat(messages(new DisseminationBarrier(), ranks)).isEqualTo(ranks * roundsUp(ranks));
    for (Tree up : Tree.all()) {
      for (Tree down : Tree.all()) {
        assertThat(messages(new TreeBarrier(up, down), ranks)).isEqualTo(2 * (ranks - 1));
      }
    }
  }
}
