package org.ronsel.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreGroupsTest {
  @ParameterizedTest(name = "{0} cores")
  @ValueSource(ints = {1, 2, 3, 7, 64, 1_000})
  void eachRankIsWokenByOneOtherOrLeadsItsGroup(int cores) {
    for (int ranks = 1; ranks <= 300; ranks++) {
      CoreGroups groups = CoreGroups.forCores(ranks, cores);
      int[] wakers = new int[ranks];
      for (int group = 0; group < groups.groups(); group++) {
        wakers[groups.first(group)]++;
      }
      int smallest = ranks;
      int largest = 0;
      for (int rank = 0; rank < ranks; rank++) {
        CoreGroups.Group group = groups.of(rank);
        assertThat(rank).isGreaterThanOrEqualTo(group.first()).isLessThan(group.end());
        for (int child = group.child(rank); child <= group.child(rank) + 1; child++) {
          if (child < group.end()) {
            wakers[child]++;
            assertThat(groups.of(child)).isEqualTo(group);
          }
        }
        smallest = Math.min(smallest, group.size());
        largest = Math.max(largest, group.size());
      }
      assertThat(wakers).as("%d ranks", ranks).containsOnly(1);
      assertThat(largest - smallest).as("%d ranks", ranks).isLessThanOrEqualTo(1);
      assertThat(groups.groups()).isLessThanOrEqualTo(cores);
    }
  }
}
