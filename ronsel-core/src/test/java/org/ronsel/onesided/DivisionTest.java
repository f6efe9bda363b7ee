package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DivisionTest {
  @Test
  void partsAreAboutTheSameAndCutAtTheLargestElement() {
    Division division = Division.of(128, 1000, 3); // 334 bytes each, rounded up to 336
    assertThat(division.endOf(128)).isEqualTo(128 + 336);
    assertThat(division.endOf(128 + 335)).isEqualTo(128 + 336);
    assertThat(division.endOf(128 + 336)).isEqualTo(128 + 672);
    assertThat(division.endOf(128 + 999)).isEqualTo(Long.MAX_VALUE);
    assertThat(division.indexOf(128)).isZero();
    assertThat(division.indexOf(128 + 671)).isEqualTo(1);
    assertThat(division.indexOf(128 + 999)).isEqualTo(2);
  }

  @Test
  void shortMemoryIsServedByTheFirst() {
    Division division = Division.of(0, 8, 4);
    assertThat(division.indexOf(0)).isZero();
    assertThat(division.isInOne(0, 8)).isTrue();
    assertThat(Division.of(0, 0, 2).isInOne(0, 0)).isTrue();
  }

  @Test
  void elementsThatLieAcrossACutAreFound() {
    Division division = Division.of(0, 64, 2);
    assertThat(division.isInOne(24, 8)).isTrue();
    assertThat(division.isInOne(24, 16)).isFalse();
    assertThat(division.keepsWhole(24, 8)).isTrue();
    assertThat(division.keepsWhole(28, 8)).isFalse();
    assertThat(division.keepsWhole(28, 4)).isTrue();
    assertThat(division.keepsWhole(0, 12)).isFalse();
  }
}
