package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * What one node of a tree does: the phases of which the algorithms on trees are made. Units are
 * named by place in a buffer; see {@link org.ronsel.collective.schedule.Schedule}.
 */
record TreeSteps(ScheduleBuilder steps, Tree tree, int node, int ranks, int root) {
  static TreeSteps of(ScheduleBuilder steps, Tree tree, int rank, int ranks, int root) {
    return new TreeSteps(steps, tree, Tree.node(rank, ranks, root), ranks, root);
  }

  boolean isRoot() {
    return node == 0;
  }

  int parent() {
    return rank(tree.parent(node, ranks));
  }

  int[] children() {
    return tree.children(node, ranks);
  }

  int size(int child) {
    return tree.size(child, ranks);
  }

  int rank(int ofNode) {
    return Tree.rank(ofNode, ranks, root);
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

  /** Signals go down, the largest subtree first. */
  void release(int[] after) {
    int[] before = after;
    if (!isRoot()) {
      int released = steps.awaitSignal(parent());
      for (int step : after) {
        steps.order(step, released);
      }
      before = new int[] {released};
    }
    int[] children = children();
    int first = -1;
    for (int i = children.length - 1; i >= 0; i--) {
      int release = steps.signal(rank(children[i]));
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

  /** Units of OUTPUT go down, the largest subtree first. */
  void broadcast(int unit, int units) {
    if (!isRoot()) {
      steps.receive(parent(), Buffer.OUTPUT, unit, units);
    }
    int[] children = children();
    for (int i = children.length - 1; i >= 0; i--) {
      steps.send(rank(children[i]), Buffer.OUTPUT, unit, units);
    }
  }

  /**
   * Combines what the children send with units of INPUT, into the same units of {@code result}. The
   * node's own range of ranks is on the left of each child's, so that the order of nodes is kept.
   *
   * @param landing units of SCRATCH in which messages land in turn with those {@code whole} behind,
   *     so that the messages of two children need not wait for each other
   * @return where the partial result is: {@code result}, or INPUT of a leaf
   */
  Buffer combineSubtree(Buffer result, int unit, int units, int landing, int whole) {
    Buffer partial = Buffer.INPUT;
    int turn = 0;
    for (int child : children()) {
      int into = landing + turn * whole;
      steps.receive(rank(child), Buffer.SCRATCH, into, units);
      steps.reduce(partial, unit, Buffer.SCRATCH, into, result, unit, units);
      partial = result;
      turn = 1 - turn;
    }
    return partial;
  }

  /**
   * Gathers the blocks of the subtree to OUTPUT, where all ranks have room for all blocks, and
   * sends them up; ranges must not wrap around, so the root is rank 0.
   */
  void gatherInOutput() {
    for (int child : children()) {
      steps.receive(child, Buffer.OUTPUT, child, size(child));
    }
    if (!isRoot()) {
      steps.send(parent(), Buffer.OUTPUT, node, size(node));
    }
  }

  /**
   * Gathers the blocks of the subtree and sends them up: at the root to OUTPUT, elsewhere by way of
   * SCRATCH.
   */
  void gather() {
    int[] children = children();
    if (isRoot()) {
      for (int child : children) {
        collect(rank(child), size(child));
      }
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, root, 1);
    } else if (children.length == 0) {
      steps.send(parent(), Buffer.INPUT, 0, 1);
    } else {
      for (int child : children) {
        steps.receive(rank(child), Buffer.SCRATCH, child - node, size(child));
      }
      steps.copy(Buffer.INPUT, 0, Buffer.SCRATCH, 0, 1);
      steps.send(parent(), Buffer.SCRATCH, 0, size(node));
    }
  }

  /** Subtrees arrive in place, but for one whose ranks go on from 0. */
  private void collect(int child, int blocks) {
    int upper = ranks - child;
    if (blocks <= upper) {
      steps.receive(child, Buffer.OUTPUT, child, blocks);
    } else {
      steps.receive(child, Buffer.SCRATCH, 0, blocks);
      steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, child, upper);
      steps.copy(Buffer.SCRATCH, upper, Buffer.OUTPUT, 0, blocks - upper);
    }
  }

  /**
   * The root's blocks go down, the largest subtree first: at the root from {@code from}, elsewhere
   * by way of SCRATCH; a rank's own goes to OUTPUT.
   */
  void scatter(Buffer from) {
    int[] children = children();
    if (isRoot()) {
      for (int i = children.length - 1; i >= 0; i--) {
        deal(from, rank(children[i]), size(children[i]));
      }
      steps.copy(from, root, Buffer.OUTPUT, 0, 1);
    } else if (children.length == 0) {
      steps.receive(parent(), Buffer.OUTPUT, 0, 1);
    } else {
      steps.receive(parent(), Buffer.SCRATCH, 0, size(node));
      for (int i = children.length - 1; i >= 0; i--) {
        steps.send(rank(children[i]), Buffer.SCRATCH, children[i] - node, size(children[i]));
      }
      steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, 0, 1);
    }
  }

  private void deal(Buffer from, int child, int blocks) {
    int upper = ranks - child;
    if (blocks <= upper) {
      steps.send(child, from, child, blocks);
    } else {
      // Only with a root other than 0, so SCRATCH is not what it comes from.
      steps.copy(from, child, Buffer.SCRATCH, 0, upper);
      steps.copy(from, 0, Buffer.SCRATCH, upper, blocks - upper);
      steps.send(child, Buffer.SCRATCH, 0, blocks);
    }
  }
}
