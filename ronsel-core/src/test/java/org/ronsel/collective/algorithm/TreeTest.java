package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shapes of trees. */
class TreeTest {
  @ParameterizedTest
  @MethodSource("org.ronsel.collective.algorithm.Simulations#ranks")
  void subtreesAreRangesThatBeginWithTheirRoot(int ranks) {
    for (Tree tree : Tree.all()) {
      for (int node = 0; node < ranks; node++) {
        int next = node + 1;
        for (int child : tree.children(node, ranks)) {
          assertThat(child).as("%s, child of %d in %d", tree, node, ranks).isEqualTo(next);
          assertThat(tree.parent(child, ranks)).isEqualTo(node);
          next = tree.end(child, ranks);
        }
        assertThat(tree.end(node, ranks)).as("%s, end of %d", tree, node).isEqualTo(next);
      }
      assertThat(tree.end(0, ranks)).isEqualTo(ranks);
      assertThat(tree.parent(0, ranks)).isEqualTo(-1);
    }
  }
}
