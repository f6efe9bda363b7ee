package org.ronsel.harness;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.ronsel.conformance.Conformance;

/** The scenarios as dynamic tests. */
public final class ConformanceTests {
  private ConformanceTests() {}

  /** Each scenario of {@code which} on each number of ranks it is for; heavy ones on two only. */
  public static Stream<DynamicTest> of(
      RankGroup.Placement placement, List<Integer> ranks, Predicate<Conformance.Scenario> which) {
    return ranks.stream()
        .flatMap(
            size ->
                Conformance.scenarios().stream()
                    .filter(which)
                    .filter(scenario -> scenario.isFor(size, megabytes(size)))
                    .map(scenario -> test(placement, size, scenario)));
  }

  private static DynamicTest test(
      RankGroup.Placement placement, int ranks, Conformance.Scenario scenario) {
    return DynamicTest.dynamicTest(
        scenario.name() + " on " + ranks + (ranks == 1 ? " rank" : " ranks"),
        () -> Ranks.run(placement, ranks, scenario::run));
  }

  private static long megabytes(int ranks) {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    return ranks == 2
        ? Math.max(heap, Long.getLong("ronsel.conformance.megabytes", 0))
        : Math.min(heap, 1000);
  }
}
