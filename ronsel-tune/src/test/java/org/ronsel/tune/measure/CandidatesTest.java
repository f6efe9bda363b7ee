package org.ronsel.tune.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;

/** Which algorithms are worth measuring. */
class CandidatesTest {
  private static List<String> names(Collective collective, int bytes, int ranks, boolean together) {
    return Candidates.of(collective, bytes, ranks, together).stream().map(Algorithm::name).toList();
  }

  @Test
  void ofTreesOfTwoRanksOneIsEnough() {
    assertThat(names(Collective.BROADCAST, 8, 2, false))
        .containsOnlyOnce("copy")
        .filteredOn(List.of("flat", "chain", "binomial", "four-ary", "halving")::contains)
        .hasSize(1);
    assertThat(names(Collective.BROADCAST, 8, 8, false))
        .contains("flat", "chain", "binomial", "four-ary");
  }

  @Test
  void aPipelineOfAShortMessageIsNone() {
    assertThat(names(Collective.BROADCAST, 8, 8, false))
        .doesNotContain("pipelined-binomial-static");
    assertThat(names(Collective.BROADCAST, 1 << 20, 8, false))
        .contains("pipelined-binomial-static");
  }

  @Test
  void directFormsAreForRanksOfOneJvm() {
    assertThat(names(Collective.REDUCE, 8, 4, true)).contains("direct");
    assertThat(names(Collective.REDUCE, 8, 4, false)).doesNotContain("direct");
  }

  @ParameterizedTest
  @EnumSource(Collective.class)
  void theUsualOneIsTheFirst(Collective collective) {
    if (collective.hasTable()) {
      return;
    }
    assertThat(names(collective, 1024, 5, true)).first().isIn("direct", "copy");
    assertThat(names(collective, 1024, 5, false)).first().isEqualTo("copy");
  }
}
