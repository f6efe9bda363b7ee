package org.ronsel.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Arithmetic of grids. */
class CartGridTest {
  @Provide
  Arbitrary<CartGrid> grids() {
    return Arbitraries.integers()
        .between(0, 4)
        .flatMap(
            n ->
                Combinators.combine(
                        Arbitraries.integers().between(1, 5).array(int[].class).ofSize(n),
                        Arbitraries.of(true, false).array(boolean[].class).ofSize(n))
                    .as(CartGrid::new));
  }

  @Property
  void coordinatesAndCellsAreInverse(@ForAll("grids") CartGrid grid) {
    for (int cell = 0; cell < grid.cells(); cell++) {
      assertThat(grid.cell(grid.coordinates(cell))).isEqualTo(cell);
    }
  }

  @Property
  void theLastCoordinateVariesFastest(@ForAll("grids") CartGrid grid) {
    for (int cell = 1; cell < grid.cells(); cell++) {
      assertThat(Arrays.compare(grid.coordinates(cell - 1), grid.coordinates(cell))).isNegative();
    }
  }

  @Property
  void aShiftForthAndBackEndsWhereItBegan(
      @ForAll("grids") CartGrid grid, @ForAll @IntRange(min = -9, max = 9) int steps) {
    for (int cell = 0; cell < grid.cells(); cell++) {
      for (int dimension = 0; dimension < grid.dimensions(); dimension++) {
        int there = grid.shifted(cell, dimension, steps);
        if (grid.periods()[dimension]) {
          assertThat(there).isNotEqualTo(CartGrid.OUTSIDE);
        }
        if (there != CartGrid.OUTSIDE) {
          assertThat(grid.shifted(there, dimension, -steps)).isEqualTo(cell);
        }
      }
    }
  }

  @Property
  void slicesDivideTheGrid(@ForAll("grids") CartGrid grid, @ForAll int bits) {
    boolean[] keep = new boolean[grid.dimensions()];
    for (int i = 0; i < keep.length; i++) {
      keep[i] = (bits >> i & 1) == 1;
    }
    int[] seen = new int[grid.cells()];
    for (int cell = 0; cell < grid.cells(); cell++) {
      int[] slice = grid.slice(cell, keep);
      assertThat(slice).hasSize(grid.sub(keep).cells()).contains(cell).isSorted();
      if (slice[0] == cell) {
        Arrays.stream(slice).forEach(each -> seen[each]++);
      }
    }
    assertThat(seen).containsOnly(IntStream.range(0, seen.length).map(i -> 1).toArray());
  }

  @Property
  void balancedFactorsDescendAndMakeTheProduct(
      @ForAll @IntRange(min = 1, max = 100_000) int product,
      @ForAll @IntRange(min = 1, max = 6) int count) {
    int[] factors = BalancedDims.of(product, count);
    assertThat(factors).hasSize(count);
    assertThat(Arrays.stream(factors).asLongStream().reduce(1, (a, b) -> a * b)).isEqualTo(product);
    for (int i = 1; i < count; i++) {
      assertThat(factors[i]).isLessThanOrEqualTo(factors[i - 1]);
    }
  }

  @Property
  void theLargestOfTwoFactorsIsTheSmallestPossible(
      @ForAll @IntRange(min = 1, max = 20_000) int product) {
    int best =
        IntStream.rangeClosed(1, product)
            .filter(i -> product % i == 0 && (long) i * i >= product)
            .min()
            .orElseThrow();
    assertThat(BalancedDims.of(product, 2)[0]).isEqualTo(best);
  }

  @Test
  void dimensionsAreBalanced() {
    assertThat(BalancedDims.of(6, 2)).containsExactly(3, 2);
    assertThat(BalancedDims.of(7, 2)).containsExactly(7, 1);
    assertThat(BalancedDims.of(24, 3)).containsExactly(4, 3, 2);
    assertThat(BalancedDims.of(64, 3)).containsExactly(4, 4, 4);
    assertThat(BalancedDims.of(1, 3)).containsExactly(1, 1, 1);
    assertThat(BalancedDims.of(1 << 30, 20)).startsWith(4, 4).hasSize(20);
    assertThat(BalancedDims.of(Integer.MAX_VALUE, 3)).containsExactly(Integer.MAX_VALUE, 1, 1);
  }
}
