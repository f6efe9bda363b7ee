package org.ronsel.engine;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever one peer sends, the traffic of another arrives, and nothing of the rank is harmed. */
class RecordFuzzTest {
  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void nonsenseOfOnePeerHarmsNobodyElse(@ForAll long seed) {
    new FuzzedRank(seed, false).run();
  }

  /** The same, where both peers' messages are taken by matched probes and received later. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void nonsenseThatIsProbedHarmsNobodyElse(@ForAll long seed) {
    new FuzzedRank(seed, true).run();
  }

  /** A collective operation fails if a peer says so; what ranks send each other does not. */
  @Example
  void aFailureOfTheContextOfMessagesFailsItsSenderOnly() {
    new FuzzedRank(-599, false).run();
  }

  /** Data that came unasked are dropped when the way to answer is gone, and the receive fails. */
  @Example
  void heldFragmentsOfAPeerOutOfReachFailTheirReceive() {
    new FuzzedRank(6096, false).run();
    new FuzzedRank(29910, false).run();
  }
}
