package org.ronsel.collective.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;
import org.ronsel.engine.message.IdWindow;

class ContextIdsTest {
  private final ContextIds ids = new ContextIds();

  @Test
  void anIdIsReservedOnce() {
    assertThat(ids.reserve(7)).isTrue();
    assertThat(ids.reserve(7)).isFalse();
  }

  @Test
  void whatIsProposedIsReserved() {
    int id = ids.propose(0);
    assertThat(ids.reserve(id)).isFalse();
    assertThat(ids.propose(0)).isGreaterThan(id);
  }

  @Test
  void whatIsProposedIsLargerThanWhatIsInUse() {
    assertThat(ids.reserve(100)).isTrue();
    assertThat(ids.propose(7)).isEqualTo(108);
  }

  @Test
  void anotherRanksSmallerIdCanStillBeReserved() {
    assertThat(ids.reserve(100)).isTrue();
    assertThat(ids.reserve(99)).isTrue();
  }

  @Test
  void whatIsGivenBackCanBeReserved() {
    int id = ids.propose(0);
    ids.release(id);
    assertThat(ids.reserve(id)).isTrue();
  }

  @Test
  void theWorldsAndTheRanksOwnAreTaken() {
    assertThat(ids.reserve(ContextIds.WORLD)).isFalse();
    assertThat(ids.reserve(ContextIds.SELF)).isFalse();
  }

  @Test
  void idsFarBelowTheLargestAreTaken() {
    int large = 1_000_000;
    assertThat(ids.reserve(large)).isTrue();
    assertThat(ids.reserve(large - IdWindow.WIDTH - 1)).isFalse();
    assertThat(ids.reserve(large - IdWindow.WIDTH)).isTrue();
    assertThat(ids.reserve(large)).isFalse();
    ids.release(3);
    assertThat(ids.reserve(3)).isFalse();
    assertThat(ids.propose(0)).isEqualTo(large + 1);
  }

  @Test
  void idsOfMillionsOfCommunicatorsAreDifferent() {
    int last = ContextIds.SELF;
    for (int i = 0; i < 5 * IdWindow.WIDTH; i++) {
      int id = ids.propose(i & 1);
      assertThat(id).isGreaterThan(last);
      last = id;
    }
  }

  @Test
  void theEndOfAllIdsIsAnError() {
    ContextIds few = new ContextIds(10);
    assertThat(few.reserve(10)).isTrue();
    assertThatThrownBy(() -> few.propose(0))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("10 context ids");
  }
}
