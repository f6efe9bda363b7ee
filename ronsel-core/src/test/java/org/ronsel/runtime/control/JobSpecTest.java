package org.ronsel.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which JVMs and ranks of a job share a host. */
class JobSpecTest {
  @Test
  void withoutHostsAllJvmsShareOne() {
    JobSpec spec = spec(List.of());
    assertThat(spec.shareHost(0, 3)).isTrue();
    assertThat(spec.jvmsBeside(2)).isEqualTo(4);
    assertThat(spec.ranksBeside(2)).isEqualTo(10);
    assertThat(spec.ranksBefore(2)).isEqualTo(3);
  }

  @Test
  void jvmsAndRanksOfAHostAreCountedWhereverTheyStand() {
    JobSpec spec = spec(List.of("a", "b", "a", "b"));
    assertThat(spec.shareHost(0, 2)).isTrue();
    assertThat(spec.shareHost(0, 1)).isFalse();
    assertThat(spec.jvmsBeside(2)).isEqualTo(2);
    assertThat(spec.ranksBeside(2)).isEqualTo(4);
    assertThat(spec.ranksBefore(2)).isEqualTo(1);
    assertThat(spec.ranksBeside(3)).isEqualTo(6);
    assertThat(spec.ranksBefore(3)).isEqualTo(2);
  }

  @Test
  void ghostsAreBehindTheRanksOfTheirHost() {
    JobSpec spec = spec(new int[] {0, 2, 4, 5, 6}, 2, List.of("a", "b", "a", "b"));
    assertThat(spec.ghostsBeside(0)).isEqualTo(1);
    assertThat(spec.jvmsBeside(0)).isEqualTo(1);
    assertThat(spec.ranksBeside(0)).isEqualTo(3);
    assertThat(spec.ranksBefore(2)).isEqualTo(2);
  }

  private static JobSpec spec(List<String> hosts) {
    return spec(new int[] {0, 1, 3, 6, 10}, 0, hosts);
  }

  private static JobSpec spec(int[] firstRank, int ghosts, List<String> hosts) {
    return new JobSpec(
        new JobSpec.Layout("job", firstRank, ghosts, hosts),
        JobSpec.Ranks.DEFAULT,
        JobSpec.Output.PLAIN,
        new JobSpec.Selection("", null),
        0,
        false);
  }
}
