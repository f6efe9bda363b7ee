package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContextIdsTest {
  private final ContextIds ids = new ContextIds();

  @Test
  void anIdIsReservedOnce() {
    int id = ids.propose(0);
    assertThat(ids.reserve(id)).isTrue();
    assertThat(ids.reserve(id)).isFalse();
  }

  @Test
  void whatIsProposedIsNotInUse() {
    assertThat(ids.reserve(100)).isTrue();
    assertThat(ids.propose(0)).isGreaterThan(100);
    assertThat(ids.reserve(ids.propose(7))).isTrue();
  }

  @Test
  void anotherRanksSmallerIdCanStillBeReserved() {
    assertThat(ids.reserve(100)).isTrue();
    assertThat(ids.reserve(99)).isTrue();
  }

  @Test
  void theWorldsAndTheRanksOwnAreTaken() {
    assertThat(ids.reserve(ContextIds.WORLD)).isFalse();
    assertThat(ids.reserve(ContextIds.SELF)).isFalse();
  }
}
