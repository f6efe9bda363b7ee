package org.ronsel.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final class Kept {}

  private final List<Kept> kept = new ArrayList<>();

  @Test
  void whatGrowsWithTheRoundsLeaks() {
    Growth growth = new Growth();
    keep(8);
    growth.passed(8);
    assertThat(growth.isUncertain()).isTrue();
    assertThat(growth.leaks()).as("once tells nothing").isEmpty();
    for (int i = 1; i < Growth.CONFIRMED; i++) {
      keep(8);
      growth.passed(8);
    }
    assertThat(growth.leaks()).containsExactly(Kept.class.getName() + ": " + 8 * Growth.CONFIRMED);
  }

  @Test
  void whatGrowsAtFirstOrIsGarbageDoesNot() {
    Growth growth = new Growth();
    keep(100);
    growth.passed(8);
    keep(100);
    kept.subList(0, 100).clear();
    growth.passed(8);
    assertThat(growth.isUncertain()).isFalse();
    assertThat(growth.leaks()).isEmpty();
  }

  @Test
  void aPoolThatPausesInBetweenDoesNot() {
    Growth growth = new Growth();
    for (int i = 1; i < Growth.CONFIRMED; i++) {
      keep(8);
      growth.passed(8);
    }
    growth.passed(8);
    keep(8);
    growth.passed(8);
    assertThat(growth.leaks()).isEmpty();
  }

  private void keep(int more) {
    for (int i = 0; i < more; i++) {
      kept.add(new Kept());
    }
  }
}
