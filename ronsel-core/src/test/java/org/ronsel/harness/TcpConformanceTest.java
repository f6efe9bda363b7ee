package org.ronsel.harness;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ronsel.combinations.Combinations;
import org.ronsel.transport.tcp.ShortKeyLimits;

/**
 * The scenarios hold between hosts: JVMs that count as JVMs of several hosts, here parts of this
 * one, reach each other by TCP, within a host by shared memory, within a JVM by references.
 */
class TcpConformanceTest {
  static {
    ShortKeyLimits.set();
  }

  /** How many placements there are, of which each scenario takes one, or all. */
  private static final List<Integer> PLACEMENTS = List.of(0, 1, 2, 3);

  /** Encrypted, one scenario of so many runs where not all are wanted. */
  private static final List<Integer> ENCRYPTED = IntStream.range(0, 24).boxed().toList();

  private static Stream<DynamicTest> of(int placement, int ranks, int jvms, String... hosts) {
    return ConformanceTests.of(
        size -> new HostRanks(size, jvms, hosts),
        List.of(ranks),
        scenario ->
            !scenario.isHeavy()
                && Combinations.inTurn(PLACEMENTS, scenario.name().hashCode()).contains(placement));
  }

  @TestFactory
  Stream<DynamicTest> twoHostsOfTwoRanksEncrypted() {
    return ConformanceTests.of(
        size -> encrypted(() -> new HostRanks(size, 2, "a", "b")),
        List.of(4),
        scenario ->
            !scenario.isHeavy()
                && Combinations.inTurn(ENCRYPTED, scenario.name().hashCode()).contains(0));
  }

  /** As with {@code --encrypt}. */
  private static RankGroup encrypted(Supplier<RankGroup> start) {
    System.setProperty("ronsel.tcp.encrypt", "true");
    try {
      return start.get();
    } finally {
      System.clearProperty("ronsel.tcp.encrypt");
    }
  }

  @TestFactory
  Stream<DynamicTest> twoRanksOfTwoHosts() {
    return of(0, 2, 2, "a", "b");
  }

  @TestFactory
  Stream<DynamicTest> twoHostsOfTwoJvms() {
    return of(1, 4, 4, "a", "a", "b", "b");
  }

  @TestFactory
  Stream<DynamicTest> threeHostsOfTwoRanks() {
    return of(2, 6, 3, "a", "b", "c");
  }

  @TestFactory
  Stream<DynamicTest> oneHostOfOneRankAndOneOfThree() {
    return of(3, 4, 4, "a", "b", "b", "b");
  }
}
