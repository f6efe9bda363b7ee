package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** {@link CartComm#dims} (MPI-4.1, section 8.5.2, whose examples are among these). */
class CartCommDimsTest {
  @Test
  void freeDimensionsAreBalanced() {
    assertThat(CartComm.dims(6, 0, 0)).containsExactly(3, 2);
    assertThat(CartComm.dims(7, 0, 0)).containsExactly(7, 1);
    assertThat(CartComm.dims(12, 0, 0, 0)).containsExactly(3, 2, 2);
  }

  @Test
  void givenDimensionsStay() {
    assertThat(CartComm.dims(6, 0, 3, 0)).containsExactly(2, 3, 1);
    assertThat(CartComm.dims(6, 2, 3)).containsExactly(2, 3);
    int[] given = {0, 2};
    assertThat(CartComm.dims(8, given)).containsExactly(4, 2);
    assertThat(given).containsExactly(0, 2);
    assertThat(CartComm.dims(5)).isEmpty();
  }

  @Test
  void dimensionsThatDoNotDivideTheRanksAreRejected() {
    rejected(7, 0, 3, 0);
    rejected(6, 2, 2);
    rejected(6, -1, 0);
    rejected(0, 0);
    rejected(4, 65_536, 65_536);
  }

  private static void rejected(int ranks, int... dims) {
    assertThatThrownBy(() -> CartComm.dims(ranks, dims))
        .isInstanceOfSatisfying(
            InvalidArgumentException.class,
            e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.DIMS));
  }
}
