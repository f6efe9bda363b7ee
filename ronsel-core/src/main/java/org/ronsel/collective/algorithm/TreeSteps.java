package org.ronsel.collective.algorithm;

import java.util.function.IntUnaryOperator;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * The steps of one node of a tree: the phases of which the algorithms on trees are made. Units are
 * named by place in a buffer; see {@link org.ronsel.collective.schedule.Schedule}.
 */
final class TreeSteps {
  private final ScheduleBuilder steps;
  private final RankTree tree;
  private final int node;

  /** Which of two places the next message is received in. */
  private int turn;

  TreeSteps(ScheduleBuilder steps, RankTree tree, int rank) {
    this.steps = steps;
    this.tree = tree;
    this.node = tree.node(rank);
  }

  /** The steps on a tree over all ranks. */
  static TreeSteps of(
      ScheduleBuilder steps, Arrangement arrangement, int rank, Placement placement, int root) {
    return new TreeSteps(steps, arrangement.over(placement, root), rank);
  }

  int node() {
    return node;
  }

  boolean isRoot() {
    return node == 0;
  }

  int parent() {
    return rank(tree.parent(node));
  }

  int[] children() {
    return tree.children(node);
  }

  int[] deepestFirst() {
    return tree.deepestFirst(node);
  }

  int size(int child) {
    return tree.end(child) - child;
  }

  int rank(int ofNode) {
    return tree.rank(ofNode);
  }

  /** Signals go up; answers the number of steps that {@link #release} has to wait for. */
  int[] gatherSignals() {
    int[] children = children();
    int[] heard = new int[isRoot() ? children.length : 1];
    int[] signals = new int[children.length];
    for (int i = 0; i < children.length; i++) {
      signals[i] = steps.awaitSignal(rank(children[i]));
    }
    if (isRoot()) {
      return signals;
    }
    heard[0] = steps.signal(parent());
    for (int signal : signals) {
      steps.order(signal, heard[0]);
    }
    return heard;
  }

  /** Signals go down, the deepest subtree first. */
  void release(int[] after) {
    int[] before = after;
    if (!isRoot()) {
      int released = steps.awaitSignal(parent());
      for (int step : after) {
        steps.order(step, released);
      }
      before = new int[] {released};
    }
    int first = -1;
    for (int child : deepestFirst()) {
      int release = steps.signal(rank(child));
      if (first >= 0) {
        steps.order(first, release); // a send has no wait: one after the other costs nothing
      } else {
        first = release;
        for (int step : before) {
          steps.order(step, release);
        }
      }
    }
  }

  /** Units of OUTPUT go down, the deepest subtree first. */
  void broadcast(int unit, int units) {
    if (!isRoot()) {
      steps.receive(parent(), Buffer.OUTPUT, unit, units);
    }
    for (int child : deepestFirst()) {
      steps.send(rank(child), Buffer.OUTPUT, unit, units);
    }
  }

  /** The same with the result in the same units of {@code result}. */
  Buffer combineSubtree(Buffer result, int unit, int units, int landing, int whole) {
    return combineSubtree(unit, units, result, unit, landing, whole);
  }

  /**
   * Combines what the children send with units of INPUT. The node's own range of ranks is on the
   * left of each child's, so that the order of nodes is kept.
   *
   * @param result where the combination goes, from unit {@code resultUnit} on
   * @param landing units of SCRATCH in which messages land in turn with those {@code whole} behind,
   *     so that the messages of two children, or two parts, need not wait for each other
   * @return where the partial result is: {@code result}, or INPUT of a leaf
   */
  Buffer combineSubtree(
      int unit, int units, Buffer result, int resultUnit, int landing, int whole) {
    Buffer partial = Buffer.INPUT;
    int partialUnit = unit;
    for (int child : children()) {
      int into = landing + turn * whole;
      steps.receive(rank(child), Buffer.SCRATCH, into, units);
      steps.reduce(partial, partialUnit, Buffer.SCRATCH, into, result, resultUnit, units);
      partial = result;
      partialUnit = resultUnit;
      turn = 1 - turn;
    }
    return partial;
  }

  /**
   * Gathers the blocks of the subtree and sends them up, where all ranks have room for all blocks
   * in OUTPUT: that of a node is unit {@code first + node}. INPUT has been copied there.
   */
  void gatherInOutput(int first) {
    for (int child : children()) {
      steps.receive(rank(child), Buffer.OUTPUT, first + child, size(child));
    }
    if (!isRoot()) {
      steps.send(parent(), Buffer.OUTPUT, first + node, size(node));
    }
  }

  /**
   * Moves what is in the unit of OUTPUT of a node to the unit of its rank, one block after the
   * other along the cycles of the permutation, for which a single block is staged.
   *
   * @param rank of each node
   */
  static void putInOrder(ScheduleBuilder steps, int ranks, IntUnaryOperator rank) {
    int[] node = new int[ranks];
    for (int i = 0; i < ranks; i++) {
      node[rank.applyAsInt(i)] = i;
    }
    boolean[] done = new boolean[ranks];
    for (int start = 0; start < ranks; start++) {
      if (done[start] || node[start] == start) {
        continue;
      }
      steps.copy(Buffer.OUTPUT, start, Buffer.SCRATCH, 0, 1);
      int empty = start;
      for (int from = node[empty]; from != start; from = node[empty]) {
        steps.copy(Buffer.OUTPUT, from, Buffer.OUTPUT, empty, 1);
        done[empty] = true;
        empty = from;
      }
      steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, empty, 1);
      done[empty] = true;
    }
  }
}
