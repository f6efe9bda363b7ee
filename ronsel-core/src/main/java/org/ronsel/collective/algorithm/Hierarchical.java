package org.ronsel.collective.algorithm;

import java.util.List;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * Trees within trees: the leaders of hosts are one tree, on each host the leaders of regions or
 * JVMs are one below its leader, and in each JVM its ranks. A message crosses a border once for
 * each group behind it, wherever ranks are and whichever is the root.
 *
 * @param shapes of the levels at which the ranks are divided, from the widest on; the last one
 *     serves all that follow
 */
public record Hierarchical(List<Tree> shapes) implements Arrangement {
  /** Begins the names of all algorithms that know of levels. */
  static final String PREFIX = "hierarchical-";

  /** Leaves out what the last shape says anyway. */
  public Hierarchical {
    int length = shapes.size();
    while (length > 1 && shapes.get(length - 1).equals(shapes.get(length - 2))) {
      length--;
    }
    shapes = List.copyOf(shapes.subList(0, length));
  }

  /** Makes one with a shape among the widest groups and another one for all levels within them. */
  public Hierarchical(Tree among, Tree within) {
    this(List.of(among, within));
  }

  @Override
  public String name() {
    StringBuilder name = new StringBuilder(PREFIX).append(shapes.getFirst().name());
    for (Tree shape : shapes.subList(1, shapes.size())) {
      name.append('+').append(shape.name());
    }
    return name.toString();
  }

  @Override
  public RankTree over(Placement placement, int root) {
    return new LevelTree(shapes, placement.order(root));
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks);
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return grouping.contiguous();
  }
}
