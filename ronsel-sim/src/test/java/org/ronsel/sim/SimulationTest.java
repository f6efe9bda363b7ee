package org.ronsel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ronsel.collective.schedule.Buffer.INPUT;
import static org.ronsel.collective.schedule.Buffer.OUTPUT;
import static org.ronsel.collective.schedule.Buffer.SCRATCH;

import org.junit.jupiter.api.Test;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;

/** Times that can be computed by hand: L = 100, o = 10 and 20, G = 1. */
class SimulationTest {
  private static final SimulatedPlacement HOSTS_OF_ONE =
      new SimulatedPlacement(4, 1, 1, SimulatedPlacement.Order.BLOCK);

  private static SimulatedPlacement hostsOfOne(int ranks) {
    return new SimulatedPlacement(ranks, 1, 1, SimulatedPlacement.Order.BLOCK);
  }

  @Test
  void aMessageTakesOverheadLatencyBytesAndOverhead() {
    ScheduledAlgorithm one =
        Costs.algorithm(s -> s.send(1, OUTPUT, 0, 1), s -> s.receive(0, OUTPUT, 0, 1));
    for (SimulatedPlacement layout :
        new SimulatedPlacement[] {
          SimulatedPlacement.threads(2), SimulatedPlacement.processes(2), hostsOfOne(2)
        }) {
      Prediction prediction = Predictor.predict(one, layout, 5, Costs.round(0, 0));
      assertThat(prediction.completionNs(1)).isEqualTo(10 + 100 + 5 + 20);
      boolean copies = layout.level(0, 1) != Level.HOST;
      assertThat(prediction.completionNs(0)).isEqualTo(copies ? 10 + 5 : 10);
      assertThat(prediction.maxNs()).isEqualTo(135);
    }
  }

  @Test
  void aChainAddsUp() {
    ScheduledAlgorithm chain =
        Costs.algorithm(
            s -> s.send(1, OUTPUT, 0, 1),
            s -> {
              s.receive(0, OUTPUT, 0, 1);
              s.send(2, OUTPUT, 0, 1);
            },
            s -> s.receive(1, OUTPUT, 0, 1));
    Prediction prediction = Predictor.predict(chain, hostsOfOne(3), 5, Costs.round(0, 0));
    assertThat(prediction.completionNs(1)).isEqualTo(135 + 10);
    assertThat(prediction.completionNs(2)).isEqualTo(270);
  }

  @Test
  void copiesAndReductionsTakeTheProcessorPerByte() {
    ScheduledAlgorithm work =
        Costs.algorithm(
            s -> {
              s.copy(INPUT, 0, SCRATCH, 0, 1);
              s.reduce(INPUT, 0, SCRATCH, 0, OUTPUT, 0, 1);
            });
    assertThat(
            Predictor.predict(work, SimulatedPlacement.threads(1), 100, Costs.round(0, 0)).maxNs())
        .isEqualTo(100 * 2 + 100 * 3);
  }

  @Test
  void theGapKeepsMessagesOfARankApart() {
    ScheduledAlgorithm two =
        Costs.algorithm(
            s -> {
              s.send(1, OUTPUT, 0, 1);
              s.send(2, OUTPUT, 0, 1);
            },
            s -> s.receive(0, OUTPUT, 0, 1),
            s -> s.receive(0, OUTPUT, 0, 1));
    Prediction prediction = Predictor.predict(two, hostsOfOne(3), 5, Costs.round(50, 0));
    assertThat(prediction.completionNs(1)).isEqualTo(135);
    assertThat(prediction.completionNs(2)).isEqualTo(10 + 50 + 100 + 5 + 20);
  }

  @Test
  void aReceiverTakesOneMessageAfterTheOther() {
    ScheduledAlgorithm two =
        Costs.algorithm(
            s -> s.send(2, OUTPUT, 0, 1),
            s -> s.send(2, OUTPUT, 0, 1),
            s -> {
              s.receive(0, OUTPUT, 0, 1);
              s.receive(1, OUTPUT, 1, 1);
            });
    Model noLink = Costs.round(0, 0);
    assertThat(Predictor.predict(two, hostsOfOne(3), 5, noLink).maxNs()).isEqualTo(135 + 20);
    // Where the receiver copies, it copies both.
    assertThat(Predictor.predict(two, SimulatedPlacement.threads(3), 5, noLink).maxNs())
        .isEqualTo(135 + 25);
  }

  @Test
  void aReceiveThatIsPostedLateStartsThen() {
    ScheduledAlgorithm late =
        Costs.algorithm(
            s -> s.send(1, OUTPUT, 0, 1),
            s -> {
              s.copy(INPUT, 0, OUTPUT, 0, 1);
              s.receive(0, OUTPUT, 0, 1);
            });
    assertThat(Predictor.predict(late, hostsOfOne(2), 1000, Costs.round(0, 0)).maxNs())
        .isEqualTo(2000 + 20);
  }

  @Test
  void messagesThatLeaveOneHostShareItsLink() {
    ScheduledAlgorithm pairs =
        Costs.algorithm(
            s -> s.send(2, OUTPUT, 0, 1),
            s -> s.send(3, OUTPUT, 0, 1),
            s -> s.receive(0, OUTPUT, 0, 1),
            s -> s.receive(1, OUTPUT, 0, 1));
    Model link = Costs.round(0, 1);
    Prediction apart = Predictor.predict(pairs, HOSTS_OF_ONE, 1000, link);
    assertThat(apart.completionNs(2)).isEqualTo(1130);
    assertThat(apart.completionNs(3)).isEqualTo(1130);
    Prediction together =
        Predictor.predict(
            pairs, new SimulatedPlacement(4, 1, 2, SimulatedPlacement.Order.BLOCK), 1000, link);
    assertThat(together.completionNs(2)).isEqualTo(1130);
    assertThat(together.completionNs(3)).isEqualTo(2130);
    // A link of twice the speed of a stream has room for two.
    assertThat(
            Predictor.predict(
                    pairs,
                    new SimulatedPlacement(4, 1, 2, SimulatedPlacement.Order.BLOCK),
                    1000,
                    Costs.round(0, 0.5))
                .maxNs())
        .isEqualTo(1130 + 500);
  }

  @Test
  void messagesThatEnterOneHostShareItsLink() {
    // Hosts: {0, 2} and {1, 3} in turn; 4 ranks of which 1 and 3 send to one host of two.
    ScheduledAlgorithm pairs =
        Costs.algorithm(
            s -> s.send(2, OUTPUT, 0, 1),
            s -> s.send(5, OUTPUT, 0, 1),
            s -> s.receive(0, OUTPUT, 0, 1),
            s -> {},
            s -> {},
            s -> s.receive(1, OUTPUT, 0, 1));
    SimulatedPlacement threeHosts =
        new SimulatedPlacement(6, 1, 2, SimulatedPlacement.Order.CYCLIC);
    assertThat(threeHosts.host(2)).isEqualTo(threeHosts.host(5));
    assertThat(threeHosts.host(0)).isNotEqualTo(threeHosts.host(1));
    Prediction prediction = Predictor.predict(pairs, threeHosts, 1000, Costs.round(0, 1));
    assertThat(prediction.completionNs(2)).isEqualTo(1130);
    assertThat(prediction.completionNs(5)).isEqualTo(2130);
  }

  @Test
  void schedulesThatDoNotMatchAreNamed() {
    ScheduledAlgorithm lonely =
        Costs.algorithm(s -> s.send(1, OUTPUT, 0, 1), s -> s.copy(INPUT, 0, OUTPUT, 0, 1));
    assertThatThrownBy(
            () -> Predictor.predict(lonely, SimulatedPlacement.threads(2), 8, Model.common()))
        .hasMessage("rank 1 does not receive message 0 from rank 0");
    ScheduledAlgorithm waits =
        Costs.algorithm(s -> s.copy(INPUT, 0, OUTPUT, 0, 1), s -> s.receive(0, OUTPUT, 0, 1));
    assertThatThrownBy(
            () -> Predictor.predict(waits, SimulatedPlacement.threads(2), 8, Model.common()))
        .hasMessageContaining("rank 1 waits for ever");
    ScheduledAlgorithm longer =
        Costs.algorithm(s -> s.send(1, OUTPUT, 0, 2), s -> s.receive(0, OUTPUT, 0, 1));
    assertThatThrownBy(
            () -> Predictor.predict(longer, SimulatedPlacement.threads(2), 8, Model.common()))
        .hasMessageContaining("another length");
  }
}
