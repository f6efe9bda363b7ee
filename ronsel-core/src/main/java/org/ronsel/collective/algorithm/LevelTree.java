package org.ronsel.collective.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ronsel.collective.schedule.PlacementOrder;

/**
 * A tree of a shape per level; see {@link Hierarchical}. The nodes are in the order of a placement,
 * so the groups of all levels are ranges, and where a shape has subtrees that are ranges of groups
 * they are ranges of nodes.
 *
 * <p>Step {@code k} divides the groups of step {@code k - 1}; step 0 is a single group, the last
 * one has the nodes themselves for groups. The leader of a group is its first node, and so is the
 * leader of the first of its parts, whose children come before those among the other parts.
 */
final class LevelTree implements RankTree {
  private final List<Tree> shapes;
  private final PlacementOrder order;
  private final int last;

  LevelTree(List<Tree> shapes, PlacementOrder order) {
    this.shapes = shapes;
    this.order = order;
    int levels = order.levels();
    boolean single = levels == 0 ? order.size() == 1 : order.groups(levels - 1) == order.size();
    this.last = single ? levels : levels + 1;
  }

  @Override
  public int size() {
    return order.size();
  }

  @Override
  public int rank(int node) {
    return order.rank(node);
  }

  @Override
  public int node(int rank) {
    return order.node(rank);
  }

  /** The first node of a group of a step. */
  private int start(int step, int group) {
    if (step == 0) {
      return group * order.size();
    }
    return step == last ? group : order.start(step - 1, group);
  }

  /** The group of a node at a step; for the number of nodes, the number of groups. */
  private int group(int step, int node) {
    if (step == 0) {
      return node / order.size();
    }
    return step == last ? node : order.group(step - 1, node);
  }

  /** The step from which on a node leads its groups. */
  private int leadsFrom(int node) {
    int step = 0;
    while (start(step, group(step, node)) != node) {
      step++;
    }
    return step;
  }

  /** The parts into which a step divides the group of the step before that a node is in. */
  private final class Parts {
    final int step;
    final Tree shape;
    final int first;
    final int count;

    Parts(int step, int node) {
      this.step = step;
      this.shape = shapes.get(Math.min(step, shapes.size()) - 1);
      int group = group(step - 1, node);
      this.first = group(step, LevelTree.this.start(step - 1, group));
      this.count = group(step, LevelTree.this.start(step - 1, group + 1)) - first;
    }

    int part(int node) {
      return group(step, node) - first;
    }

    int start(int part) {
      return LevelTree.this.start(step, first + part);
    }
  }

  @Override
  public int parent(int node) {
    int step = leadsFrom(node);
    if (step == 0) {
      return -1;
    }
    Parts parts = new Parts(step, node);
    return parts.start(parts.shape.parent(parts.part(node), parts.count));
  }

  @Override
  public int[] children(int node) {
    IntStream.Builder children = IntStream.builder();
    int from = Math.max(1, leadsFrom(node));
    for (int step = last; step >= from; step--) {
      Parts parts = new Parts(step, node);
      int[] below = parts.shape.children(parts.part(node), parts.count);
      Arrays.stream(below).map(parts::start).forEach(children);
    }
    return children.build().toArray();
  }

  /** The children behind the widest borders come first, since their messages take longest. */
  @Override
  public int[] deepestFirst(int node) {
    IntStream.Builder children = IntStream.builder();
    for (int step = Math.max(1, leadsFrom(node)); step <= last; step++) {
      Parts parts = new Parts(step, node);
      int[] below = parts.shape.children(parts.part(node), parts.count);
      int[] order = RankTree.largestFirst(below, part -> parts.shape.end(part, parts.count) - part);
      Arrays.stream(order).map(parts::start).forEach(children);
    }
    return children.build().toArray();
  }

  @Override
  public int end(int node) {
    int step = leadsFrom(node);
    if (step == 0) {
      return order.size();
    }
    Parts parts = new Parts(step, node);
    return parts.start(parts.shape.end(parts.part(node), parts.count));
  }
}
