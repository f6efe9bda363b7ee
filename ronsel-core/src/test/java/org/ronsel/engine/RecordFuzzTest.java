package org.ronsel.engine;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Whatever one peer sends, the traffic of another arrives, and nothing of the rank is harmed. */
class RecordFuzzTest {
  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void nonsenseOfOnePeerHarmsNobodyElse(@ForAll long seed) {
    new FuzzedRank(seed).run();
  }
}
