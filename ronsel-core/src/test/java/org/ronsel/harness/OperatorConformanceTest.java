package org.ronsel.harness;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ronsel.requirements.Requires;

/** Operators on numbers of ranks with which trees, folds and rings differ in their order. */
class OperatorConformanceTest {
  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  private static Stream<DynamicTest> of(RankGroup.Placement placement, int ranks) {
    return ConformanceTests.of(
        placement, List.of(ranks), scenario -> scenario.name().startsWith("operator."));
  }

  @TestFactory
  Stream<DynamicTest> onThreads() {
    return of(ThreadRanks::start, 7);
  }

  @TestFactory
  Stream<DynamicTest> inJvmsOfTheirOwn() {
    return of(HostRanks::processes, 6);
  }

  @TestFactory
  Stream<DynamicTest> inTwoJvms() {
    return of(HostRanks::hybrid, 5);
  }
}
