package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;

class SelectionTableTest {
  private final SelectionTable table = SelectionTable.current(false);

  @ParameterizedTest
  @EnumSource
  void everyCallHasAnAlgorithmThatCanServeIt(Collective collective) {
    for (int ranks : new int[] {1, 2, 3, 7, 64, 255, 257, 1000, 1024, 100_000}) {
      for (long bytes : new long[] {0, 8, 5000, 100_000, 1L << 33}) {
        for (CombiningOrder order : CombiningOrder.values()) {
          for (boolean inPlace : new boolean[] {false, true}) {
            check(collective, ranks, bytes, order, inPlace);
          }
        }
      }
    }
  }

  private void check(
      Collective collective, int ranks, long bytes, CombiningOrder order, boolean inPlace) {
    Algorithm chosen = table.select(collective, ranks, bytes, order, inPlace);
    assertThat(chosen).isInstanceOf(ScheduledAlgorithm.class);
    assertThat(chosen.collective()).isEqualTo(collective);
    assertThat(chosen.supports(ranks)).isTrue();
    assertThat(chosen.keeps(order, ranks)).isTrue();
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
        assertThat(changed.select(collective, 8, 5000, CombiningOrder.ANY, false))
            .isSameAs(algorithm);
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
    assertThat(
            changed
                .select(Collective.REDUCE, 8, 8, CombiningOrder.OF_RANKS, false)
                .keepsRankOrder())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void noAlgorithmThatCombinesOtherwiseThanIsAskedForCanBeForced(Collective collective) {
    for (Algorithm forced : table.algorithms(collective)) {
      SelectionTable changed = table.preferring(collective, forced.name());
      for (int ranks = 1; ranks <= 33; ranks++) {
        for (CombiningOrder order : CombiningOrder.values()) {
          Algorithm chosen = changed.select(collective, ranks, 5000, order, false);
          assertThat(chosen.keeps(order, ranks)).isTrue();
          boolean fits = forced.keeps(order, ranks) && forced.supports(ranks);
          if (fits && forced instanceof ScheduledAlgorithm) {
            assertThat(chosen).isSameAs(forced);
          }
        }
      }
    }
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
