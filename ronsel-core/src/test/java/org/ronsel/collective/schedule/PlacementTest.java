package org.ronsel.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ronsel.collective.schedule.Placement.Level;

class PlacementTest {
  private static IntStream groups(Placement placement, Level level) {
    return IntStream.range(0, placement.ranks()).map(rank -> placement.group(level, rank));
  }

  @Test
  void ranksOfOneJvmAreOneGroup() {
    Placement placement = Placement.together(5);
    for (Level level : Level.values()) {
      assertThat(groups(placement, level)).containsOnly(0);
      assertThat(placement.groups(level)).isEqualTo(1);
      assertThat(placement.largestGroup(level)).isEqualTo(5);
    }
    assertThat(placement.grouping().contiguous()).isTrue();
  }

  @Test
  void placesOfOneNumberInDifferentPlacesAreDifferentGroups() {
    Placement placement = Placement.of(8, rank -> rank / 4, rank -> 9, rank -> rank / 2 % 2);
    assertThat(groups(placement, Level.HOST)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(groups(placement, Level.REGION)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(groups(placement, Level.JVM)).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
    assertThat(placement.ranksPerHost()).isEqualTo(4);
    assertThat(placement.largestGroup(Level.JVM)).isEqualTo(2);
    assertThat(placement.grouping().contiguous()).isTrue();
  }

  @Test
  void groupsAreNumberedByTheirLowestRanks() {
    Placement placement = Placement.of(7, rank -> 5 - rank % 3, rank -> -1, rank -> 0);
    assertThat(groups(placement, Level.HOST)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    assertThat(placement.groups(Level.HOST)).isEqualTo(3);
    assertThat(placement.ranksPerHost()).isEqualTo(3);
    assertThat(placement.grouping().contiguous()).isFalse();
  }

  @Test
  void oneHostIsOneGroupWhateverItsNumber() {
    Placement placement = Placement.of(4, rank -> 7, rank -> 3, rank -> rank);
    assertThat(placement.groups(Level.REGION)).isEqualTo(1);
    assertThat(placement.groups(Level.JVM)).isEqualTo(4);
    assertThat(placement.largestGroup(Level.JVM)).isEqualTo(1);
    assertThat(placement.ranksPerHost()).isEqualTo(4);
  }
}
