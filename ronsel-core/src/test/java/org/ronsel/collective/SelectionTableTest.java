package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;

class SelectionTableTest {
  private final SelectionTable table = SelectionTable.current(false);

  @ParameterizedTest
  @EnumSource
  void everyCallHasAnAlgorithmThatCanServeIt(Collective collective) {
    for (int ranks : new int[] {1, 2, 3, 7, 64, 255, 257, 1000, 1024, 100_000}) {
      for (long bytes : new long[] {0, 8, 5000, 100_000, 1L << 33}) {
        for (boolean commutative : new boolean[] {false, true}) {
          for (boolean inPlace : new boolean[] {false, true}) {
            check(collective, ranks, bytes, commutative, inPlace);
          }
        }
      }
    }
  }

  private void check(
      Collective collective, int ranks, long bytes, boolean commutative, boolean inPlace) {
    Algorithm chosen = table.select(collective, ranks, bytes, commutative, inPlace);
    assertThat(chosen).isInstanceOf(ScheduledAlgorithm.class);
    assertThat(chosen.collective()).isEqualTo(collective);
    assertThat(chosen.supports(ranks)).isTrue();
    assertThat(commutative || chosen.keepsRankOrder()).isTrue();
    assertThat(!inPlace || chosen.supportsInPlace()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void everyAlgorithmCanBePreferred(Collective collective) {
    for (Algorithm algorithm : table.algorithms(collective)) {
      SelectionTable changed = table.preferring(collective, algorithm.name());
      boolean direct = !(algorithm instanceof ScheduledAlgorithm);
      assertThat((changed.alwaysDirect() >> collective.ordinal() & 1) != 0).isEqualTo(direct);
      if (!direct && algorithm.supports(8)) {
        assertThat(changed.select(collective, 8, 5000, true, false)).isSameAs(algorithm);
      }
      for (Collective other : Collective.values()) {
        if (other != collective) {
          assertThat(changed.algorithms(other)).isEqualTo(table.algorithms(other));
        }
      }
    }
  }

  @Test
  void aPreferredAlgorithmThatLosesTheOrderOfRanksIsNotUsedWhereItMatters() {
    SelectionTable changed = table.preferring(Collective.REDUCE, "binomial");
    assertThat(changed.select(Collective.REDUCE, 8, 8, false, false).keepsRankOrder()).isTrue();
  }

  @Test
  void anUnknownAlgorithmIsRefusedWithTheNamesThatAreKnown() {
    assertThatThrownBy(() -> table.preferring(Collective.ALL_REDUCE, "magic"))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("ronsel.collective.allReduce")
        .hasMessageContaining("recursive-doubling, rabenseifner")
        .hasMessageContaining("magic");
  }
}
