package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How puts and gets are dealt to several ghosts. */
class GhostBindingTest {
  private static AtomicLong[] loads(long... values) {
    AtomicLong[] loads = new AtomicLong[values.length];
    for (int i = 0; i < values.length; i++) {
      loads[i] = new AtomicLong(values[i]);
    }
    return loads;
  }

  @Test
  void allGoToTheGhostOfTheRank() {
    AtomicLong[] loads = loads(7, 0, 0);
    assertThat(GhostBinding.RANK.deal(loads, 100)).isZero();
    assertThat(GhostBinding.RANK.deal(loads, 100)).isZero();
  }

  @Test
  void operationsAreCountedWhateverTheirLength() {
    AtomicLong[] loads = loads(2, 1, 3);
    assertThat(GhostBinding.OPERATIONS.deal(loads, 1_000_000)).isEqualTo(1);
    assertThat(loads[1]).hasValue(2);
    assertThat(GhostBinding.OPERATIONS.deal(loads, 1)).isZero();
    assertThat(GhostBinding.OPERATIONS.deal(loads, 1)).isEqualTo(1);
  }

  @Test
  void bytesAreEvenedOut() {
    AtomicLong[] loads = loads(0, 0);
    assertThat(GhostBinding.BYTES.deal(loads, 1000)).isZero();
    for (int i = 0; i < 10; i++) {
      assertThat(GhostBinding.BYTES.deal(loads, 99)).isEqualTo(1);
    }
    assertThat(GhostBinding.BYTES.deal(loads, 50)).isEqualTo(1);
    assertThat(GhostBinding.BYTES.deal(loads, 50)).isZero();
  }

  @Test
  void chanceReachesAll() {
    AtomicLong[] loads = loads(0, 0, 0);
    for (int i = 0; i < 1000; i++) {
      GhostBinding.RANDOM.deal(loads, 1);
    }
    assertThat(loads).allSatisfy(load -> assertThat(load.get()).isPositive());
  }

  @Test
  void anUnknownNameIsPassedOver() {
    assertThat(GhostBinding.named("bytes", GhostBinding.RANK)).isEqualTo(GhostBinding.BYTES);
    assertThat(GhostBinding.named("segments", GhostBinding.RANK)).isEqualTo(GhostBinding.SEGMENTS);
    assertThat(GhostBinding.named("pages", GhostBinding.RANK)).isEqualTo(GhostBinding.RANK);
    assertThat(GhostBinding.named(null, GhostBinding.RANDOM)).isEqualTo(GhostBinding.RANDOM);
  }
}
