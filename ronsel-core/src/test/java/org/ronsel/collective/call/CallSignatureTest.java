package org.ronsel.collective.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.data.ElementType;

/** What ranks add up that meet. */
class CallSignatureTest {
  private static void differ(String what, IntUnaryOperator signature) {
    for (int ranks = 2; ranks <= 64; ranks++) {
      int sum = 0;
      for (int rank = 0; rank < ranks; rank++) {
        sum += signature.applyAsInt(rank);
      }
      for (int last = 0; last < ranks; last++) {
        assertThat(sum)
            .as("%s: %d ranks, of which %d comes last", what, ranks, last)
            .isNotEqualTo(ranks * signature.applyAsInt(last));
      }
    }
  }

  @Test
  void theSumOfCallsThatDifferIsNotThatOfOneOfThem() {
    differ("roots", root -> CallSignature.of(Collective.BROADCAST, ElementType.INT, 9, root, null));
    differ(
        "counts", count -> CallSignature.of(Collective.BROADCAST, ElementType.INT, count, 0, null));
  }
}
