package org.ronsel.harness;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ronsel.requirements.Requires;

/** Every scenario holds between JVMs of a host, and where some ranks share a JVM. */
class HostConformanceTest {
  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  @TestFactory
  Stream<DynamicTest> inJvmsOfTheirOwn() {
    return ConformanceTests.of(HostRanks::processes, List.of(2, 3, 5), scenario -> true);
  }

  @TestFactory
  Stream<DynamicTest> inTwoJvms() {
    return ConformanceTests.of(HostRanks::hybrid, List.of(3, 4), scenario -> true);
  }
}
