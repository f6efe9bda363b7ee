package org.ronsel.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How ranks are dealt to JVMs. */
class PlacementOptionsTest {
  @Test
  void ranksAreDealtInContiguousBlocks() {
    assertThat(new PlacementOptions(false, null, null).deal(List.of(5))).containsExactly(0, 5);
    assertThat(new PlacementOptions(true, null, null).deal(List.of(3))).containsExactly(0, 1, 2, 3);
    assertThat(new PlacementOptions(false, 2, null).deal(List.of(5))).containsExactly(0, 2, 5);
    assertThat(new PlacementOptions(false, null, 2).deal(List.of(5))).containsExactly(0, 1, 3, 5);
    assertThat(new PlacementOptions(false, null, 8).deal(List.of(5))).containsExactly(0, 5);
    assertThat(new PlacementOptions(false, null, null).deal(List.of(1, 3)))
        .containsExactly(0, 1, 4);
    assertThat(new PlacementOptions(false, null, 2).deal(List.of(3, 2)))
        .containsExactly(0, 1, 3, 5);
  }

  @Test
  void contradictionsAreNamed() {
    assertThatThrownBy(() -> new PlacementOptions(true, 2, null))
        .hasMessageContaining("only one of");
    assertThatThrownBy(() -> new PlacementOptions(false, 3, null).deal(List.of(2)))
        .hasMessageContaining("--jvms 3 is more than the 2 ranks");
    assertThatThrownBy(() -> new PlacementOptions(false, 2, null).deal(List.of(1, 3)))
        .hasMessageContaining("--ranks-per-jvm");
  }
}
