package org.ronsel.npb.multizone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.npb.ProblemClass;

/** How zones are cut and dealt. */
class ZonesTest {
  private static final double UNEVEN = 4.5;

  @ParameterizedTest
  @EnumSource(ProblemClass.class)
  void sidesSumUpToTheGridAndGrow(ProblemClass size) {
    Zones even = Zones.of(size, 1);
    Zones uneven = Zones.of(size, UNEVEN);

    assertThat(Arrays.stream(uneven.sizesX()).sum()).isEqualTo(Arrays.stream(even.sizesX()).sum());
    assertThat(Arrays.stream(uneven.sizesY()).sum()).isEqualTo(Arrays.stream(even.sizesY()).sum());
    assertThat(uneven.sizesX()).isSorted();
    assertThat(uneven.sizesY()).isSorted();
  }

  @ParameterizedTest
  @EnumSource(ProblemClass.class)
  void neighboursAreMutualAndAsLong(ProblemClass size) {
    Zones zones = Zones.of(size, UNEVEN);
    for (int zone = 0; zone < zones.count(); zone++) {
      for (int side = 0; side < Zones.SIDES; side++) {
        int other = zones.neighbour(zone, side);
        assertThat(zones.neighbour(other, Zones.opposite(side))).isEqualTo(zone);
        assertThat(zones.length(other, side)).isEqualTo(zones.length(zone, side));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = ProblemClass.class, names = "D", mode = EnumSource.Mode.EXCLUDE)
  void ranksGetAboutAsManyPoints(ProblemClass size) {
    Zones zones = Zones.of(size, UNEVEN);
    for (int ranks = 1; ranks <= zones.count(); ranks *= 2) {
      ZoneOwners owners = new ZoneOwners(zones, ranks);
      long all = 0;
      long most = 0;
      long largest = 0;
      for (int rank = 0; rank < ranks; rank++) {
        long points = owners.zones(rank).stream().mapToLong(zones::volume).sum();
        assertThat(points).isPositive();
        all += points;
        most = Math.max(most, points);
      }
      for (int zone = 0; zone < zones.count(); zone++) {
        largest = Math.max(largest, zones.volume(zone));
      }
      assertThat(most).isLessThanOrEqualTo(all / ranks + largest);
    }
  }
}
