package org.ronsel.harness;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ronsel.transport.HostileNetwork.Manners;

/** The scenarios hold over a transport that does everything it may to make that hard. */
class HostileConformanceTest {
  @TestFactory
  Stream<DynamicTest> withSmallFragments() {
    return ConformanceTests.of(
        HostileRanks.with(Manners.SMALL_FRAGMENTS), List.of(2, 3), s -> !s.isHeavy());
  }

  @TestFactory
  Stream<DynamicTest> withSmallRecords() {
    return ConformanceTests.of(
        HostileRanks.with(Manners.SMALL_RECORDS), List.of(3), s -> !s.isHeavy());
  }

  /** A rank reaches itself over the network, too. */
  @TestFactory
  Stream<DynamicTest> aloneWithSmallFragments() {
    return ConformanceTests.of(
        HostileRanks.with(Manners.SMALL_FRAGMENTS), List.of(1), s -> !s.isHeavy());
  }

  @TestFactory
  Stream<DynamicTest> aloneWithSmallRecords() {
    return ConformanceTests.of(
        HostileRanks.with(Manners.SMALL_RECORDS), List.of(1), s -> !s.isHeavy());
  }
}
