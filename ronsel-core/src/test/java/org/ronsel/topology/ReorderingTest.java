package org.ronsel.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Vertices that talk to each other are dealt to ranks of one place. Neighbours in a grid send in
 * both directions, so each pair that is apart counts twice.
 */
class ReorderingTest {
  /** Ranks in JVMs of equal size, one after the other. */
  private static int[][] jvms(int ranks, int perJvm) {
    return IntStream.range(0, ranks).mapToObj(r -> new int[] {0, r / perJvm}).toArray(int[][]::new);
  }

  private static long cut(WeightedGraph graph, int[] dealt, int[][] places, int level) {
    return graph.cut(IntStream.of(dealt).map(rank -> places[rank][level]).toArray());
  }

  private static int[] identity(int size) {
    return IntStream.range(0, size).toArray();
  }

  @Test
  void boxesOfASquareGetAJvmEach() {
    CartGrid grid = new CartGrid(new int[] {8, 8}, new boolean[2]);
    int[][] places = jvms(64, 16);
    int[] dealt = Reordering.of(grid, places);
    assertThat(cut(grid.graph(), identity(64), places, 1)).isEqualTo(48);
    assertThat(cut(grid.graph(), dealt, places, 1)).isEqualTo(32);
  }

  @Test
  void ranksThatAreDealtToJvmsInTurnAreGathered() {
    CartGrid ring = new CartGrid(new int[] {12}, new boolean[] {true});
    int[][] places = IntStream.range(0, 12).mapToObj(r -> new int[] {r % 3}).toArray(int[][]::new);
    int[] dealt = Reordering.of(ring, places);
    assertThat(cut(ring.graph(), identity(12), places, 0)).isEqualTo(24);
    assertThat(cut(ring.graph(), dealt, places, 0)).isEqualTo(6);
  }

  @Test
  void placesWithinPlacesCountToo() {
    CartGrid grid = new CartGrid(new int[] {4, 8}, new boolean[2]);
    int[][] places =
        IntStream.range(0, 32)
            .mapToObj(r -> new int[] {r % 2, r / 2 % 2 + 2 * (r % 2)})
            .toArray(int[][]::new);
    int[] dealt = Reordering.of(grid, places);
    assertThat(cut(grid.graph(), dealt, places, 0)).isEqualTo(8);
    assertThat(cut(grid.graph(), dealt, places, 1)).isEqualTo(24);
  }

  @Test
  void groupsThatTalkMuchAreKeptTogether() {
    WeightedGraph.Builder builder = new WeightedGraph.Builder(12);
    for (int a = 0; a < 12; a++) {
      for (int b = 0; b < a; b++) {
        builder.add(a, b, a % 3 == b % 3 ? 100 : 1);
      }
    }
    WeightedGraph graph = builder.build();
    int[][] places = jvms(12, 4);
    assertThat(cut(graph, Reordering.of(graph, places), places, 1)).isEqualTo(48);
  }

  @Test
  void anOrderThatIsGoodIsKept() {
    CartGrid line = new CartGrid(new int[] {10}, new boolean[1]);
    assertThat(Reordering.of(line, jvms(10, 5))).containsExactly(identity(10));
    assertThat(Reordering.of(line, jvms(10, 10))).containsExactly(identity(10));
  }

  @Property(tries = 100)
  void everyVertexGetsARankAndNothingGetsWorse(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int size) {
    Random random = new Random(seed);
    WeightedGraph.Builder builder = new WeightedGraph.Builder(size);
    for (int i = random.nextInt(4 * size); i > 0; i--) {
      builder.add(random.nextInt(size), random.nextInt(size), random.nextInt(10));
    }
    WeightedGraph graph = builder.build();
    int[][] places = new int[size][2];
    for (int[] place : places) {
      place[0] = random.nextInt(4);
      place[1] = random.nextInt(3) - 1;
    }
    int[] dealt = Reordering.of(graph, places);
    int[] sorted = dealt.clone();
    Arrays.sort(sorted);
    assertThat(sorted).containsExactly(identity(size));
    assertThat(cut(graph, dealt, places, 0))
        .isLessThanOrEqualTo(cut(graph, identity(size), places, 0));
    assertThat(Reordering.of(graph, places)).containsExactly(dealt);
  }
}
