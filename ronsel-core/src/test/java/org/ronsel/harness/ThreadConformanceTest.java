package org.ronsel.harness;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario holds between rank threads. */
class ThreadConformanceTest {
  @TestFactory
  Stream<DynamicTest> onRankThreads() {
    return ConformanceTests.of(ThreadRanks::start, List.of(2, 3, 8), s -> true);
  }

  @TestFactory
  Stream<DynamicTest> alone() {
    return ConformanceTests.of(ThreadRanks::start, List.of(1), s -> true);
  }
}
