package org.ronsel.harness;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.ronsel.combinations.Combinations;
import org.ronsel.conformance.Conformance;

/**
 * The scenarios as dynamic tests. By default they share the ranks of one job for each number of
 * ranks, and a scenario runs on one of the numbers; with {@link Combinations#all} it runs on each
 * of them, in a job of its own.
 */
public final class ConformanceTests {
  /** How the names of the scenarios that are wanted begin, for who works at some of them. */
  private static final String ONLY = System.getProperty("ronsel.conformance.only", "");

  private ConformanceTests() {}

  /**
   * Each scenario of {@code which} on one, or each, of those numbers of ranks that it is for; heavy
   * ones on two only.
   */
  public static Stream<DynamicTest> of(
      RankGroup.Placement placement, List<Integer> ranks, Predicate<Conformance.Scenario> which) {
    if (Conformance.scenarios().stream().noneMatch(scenario -> scenario.name().startsWith(ONLY))) {
      throw new IllegalArgumentException("no name of a scenario begins with " + ONLY);
    }
    return ranks.stream().flatMap(size -> on(size, placement, ranks, which));
  }

  private static Stream<DynamicTest> on(
      int size,
      RankGroup.Placement placement,
      List<Integer> ranks,
      Predicate<Conformance.Scenario> which) {
    SharedRanks shared = new SharedRanks(placement, size);
    Stream<DynamicTest> tests =
        Conformance.scenarios().stream()
            .filter(scenario -> scenario.name().startsWith(ONLY))
            .filter(which)
            .filter(scenario -> sizes(scenario, ranks).contains(size))
            .map(scenario -> test(placement, shared, size, scenario));
    return Combinations.all() ? tests : Stream.concat(tests, Stream.of(end(shared, size)));
  }

  /** Those of {@code ranks} on which a scenario runs; which, depends on its name alone. */
  private static List<Integer> sizes(Conformance.Scenario scenario, List<Integer> ranks) {
    List<Integer> fit =
        ranks.stream().filter(size -> scenario.isFor(size, megabytes(size))).toList();
    return Combinations.inTurn(fit, scenario.name().hashCode() + ranks.hashCode());
  }

  private static DynamicTest test(
      RankGroup.Placement placement, SharedRanks shared, int ranks, Conformance.Scenario scenario) {
    boolean alone = Combinations.all() || !scenario.isRepeatable();
    String name = scenario.name() + " on " + name(ranks);
    return DynamicTest.dynamicTest(
        name,
        () -> {
          try {
            if (alone) {
              Ranks.run(placement, ranks, scenario::run);
            } else {
              shared.run(scenario.name(), scenario::run);
            }
          } catch (AssertionError failure) {
            // Where tests are only numbered, the message says which.
            throw new AssertionError(name + ": " + failure.getMessage(), failure);
          }
        });
  }

  private static DynamicTest end(SharedRanks shared, int ranks) {
    return DynamicTest.dynamicTest("the end of " + name(ranks), shared::end);
  }

  private static String name(int ranks) {
    return ranks + (ranks == 1 ? " rank" : " ranks");
  }

  private static long megabytes(int ranks) {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    return ranks == 2
        ? Math.max(heap, Long.getLong("ronsel.conformance.megabytes", 0))
        : Math.min(heap, 1000);
  }
}
