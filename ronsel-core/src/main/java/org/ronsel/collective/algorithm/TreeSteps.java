package org.ronsel.collective.algorithm;

import java.util.function.IntUnaryOperator;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * What one node of a tree does: the phases of which the algorithms on trees are made. Units are
 * named by place in a buffer; see {@link org.ronsel.collective.schedule.Schedule}.
 */
final class TreeSteps {
  private final ScheduleBuilder steps;
  private final RankTree tree;
  private final int node;

  TreeSteps(ScheduleBuilder steps, RankTree tree, int rank) {
    this.steps = steps;
    this.tree = tree;
    this.node = tree.node(rank);
  }

  /** Of a tree over all ranks. */
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
   * Gathers the blocks of the subtree and sends them up: at the root to OUTPUT, elsewhere by way of
   * SCRATCH.
   */
  void gather() {
    int[] children = children();
    if (isRoot()) {
      collect(Buffer.OUTPUT, tree::rank);
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank(0), 1);
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

  /**
   * As {@link #gather}, where all ranks have room for all blocks in OUTPUT: that of a node is unit
   * {@code first + node} on the way, and at the root unit {@code place} of the node. INPUT has been
   * copied there.
   */
  void gatherInOutput(int first, IntUnaryOperator place) {
    if (isRoot()) {
      collect(Buffer.OUTPUT, place);
      return;
    }
    for (int child : children()) {
      steps.receive(rank(child), Buffer.OUTPUT, first + child, size(child));
    }
    steps.send(parent(), Buffer.OUTPUT, first + node, size(node));
  }

  /** The subtrees of the root's children arrive in the places of their blocks. */
  private void collect(Buffer to, IntUnaryOperator place) {
    Staging staging = new Staging(place, 0);
    for (int child : children()) {
      int blocks = size(child);
      if (staging.isRun(child, blocks)) {
        steps.receive(rank(child), to, place.applyAsInt(child), blocks);
      } else {
        int at = staging.next();
        steps.receive(rank(child), Buffer.SCRATCH, at, blocks);
        staging.forEachRun(
            child,
            blocks,
            (from, unit, units) -> steps.copy(Buffer.SCRATCH, at + from, to, unit, units));
      }
    }
  }

  /** As {@link #scatter(Buffer, IntUnaryOperator, int)}, from blocks in the order of ranks. */
  void scatter(Buffer from, int free) {
    scatter(from, tree::rank, free);
  }

  /**
   * The root's blocks go down, the largest subtree first: at the root from {@code from}, where the
   * block of a node is unit {@code place} of it; elsewhere by way of SCRATCH. A rank's own goes to
   * OUTPUT.
   *
   * @param free units of SCRATCH from here on are not used for anything else
   */
  void scatter(Buffer from, IntUnaryOperator place, int free) {
    int[] children = children();
    if (isRoot()) {
      Staging staging = new Staging(place, free);
      for (int i = children.length - 1; i >= 0; i--) {
        deal(from, children[i], staging);
      }
      steps.copy(from, place.applyAsInt(0), Buffer.OUTPUT, 0, 1);
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

  private void deal(Buffer from, int child, Staging staging) {
    int blocks = size(child);
    if (staging.isRun(child, blocks)) {
      steps.send(rank(child), from, staging.place.applyAsInt(child), blocks);
    } else {
      int at = staging.next();
      staging.forEachRun(
          child,
          blocks,
          (into, unit, units) -> steps.copy(from, unit, Buffer.SCRATCH, at + into, units));
      steps.send(rank(child), Buffer.SCRATCH, at, blocks);
    }
  }

  /** Told of blocks that lie one behind the other: {@code units} of them from {@code unit} on. */
  @FunctionalInterface
  private interface Run {
    void at(int from, int unit, int units);
  }

  /**
   * Where the root puts blocks of subtrees together that do not lie one behind the other: in two
   * places in turn, so that one is on its way while the next is made.
   */
  private final class Staging {
    final IntUnaryOperator place;
    private final int free;
    private final int largest;
    private int turn;

    Staging(IntUnaryOperator place, int free) {
      this.place = place;
      this.free = free;
      int most = 0;
      for (int child : children()) {
        if (!isRun(child, size(child))) {
          most = Math.max(most, size(child));
        }
      }
      largest = most;
    }

    int next() {
      int at = free + turn * largest;
      turn = 1 - turn;
      return at;
    }

    boolean isRun(int child, int blocks) {
      return runFrom(child, child + blocks) == blocks;
    }

    /** How many blocks lie one behind the other from a node on. */
    private int runFrom(int first, int end) {
      int length = 1;
      int unit = place.applyAsInt(first);
      while (first + length < end && place.applyAsInt(first + length) == unit + length) {
        length++;
      }
      return length;
    }

    void forEachRun(int child, int blocks, Run run) {
      int end = child + blocks;
      for (int first = child; first < end; ) {
        int length = runFrom(first, end);
        run.at(first - child, place.applyAsInt(first), length);
        first += length;
      }
    }
  }
}
