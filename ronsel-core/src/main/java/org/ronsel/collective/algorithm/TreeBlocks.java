package org.ronsel.collective.algorithm;

import java.util.function.IntUnaryOperator;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * The steps of one node of a tree with the blocks of its subtree: it gathers them from below, or
 * deals them out. They are numbered by node, so those of a subtree are a range, and pass in
 * portions of neighbours, the same for all nodes: a message has what is both in a portion and in
 * the subtree behind the edge. An inner node has two places for portions, which take turns; what
 * its children send is received where it has to be in the portion, so nothing is copied but its own
 * block.
 *
 * <p>Units are named as if each block were a whole; see {@link Portion} and {@link
 * org.ronsel.collective.schedule.Schedule}.
 */
final class TreeBlocks {
  private final ScheduleBuilder steps;
  private final RankTree tree;
  private final int node;
  private final int[] deepestFirst;
  private final Portion portion;
  private final int parts;

  /** Number of messages that have been put together in SCRATCH. */
  private int turn;

  /** The last copy at the root that had to wait for nothing, or -1. */
  private int copied = -1;

  TreeBlocks(ScheduleBuilder steps, RankTree tree, int rank, Portion portion) {
    this.steps = steps;
    this.tree = tree;
    this.node = tree.node(rank);
    this.deepestFirst = tree.deepestFirst(node);
    this.portion = portion;
    this.parts = portion.parts();
  }

  /**
   * For a schedule in which blocks pass in portions.
   *
   * @param blockInOutput the block of OUTPUT that is the first one of INPUT in place
   */
  static ScheduleBuilder builder(int rank, int ranks, Portion portion, int blockInOutput) {
    int parts = portion.parts();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, parts, blockInOutput * parts);
    return parts > 1 ? steps.scratchInPlaces(parts) : steps;
  }

  /** The most that a node stages; see {@link Algorithm#scratchBytes}. */
  static long scratchBytes(Portion portion, int ranks, long bytes) {
    return portion.parts() > 1
        ? Scratch.times(2, Scratch.part(bytes, portion.parts()))
        : Scratch.times(Math.min(2L * portion.blocks(), 2L * ranks), bytes);
  }

  private boolean isRoot() {
    return node == 0;
  }

  private int parent() {
    return tree.rank(tree.parent(node));
  }

  /** A range of units that go in one message. */
  @FunctionalInterface
  private interface Message {
    void pass(int from, int to);
  }

  /** The messages over the edge above a node, from the lowest units on. */
  private void upwards(int below, Message message) {
    int last = tree.end(below) * parts;
    for (int from = below * parts; from < last; from = portion.end(from)) {
      message.pass(from, Math.min(portion.end(from), last));
    }
  }

  /** The same from the highest units on: as a rule a node's last child has the largest subtree. */
  private void downwards(int below, Message message) {
    int first = below * parts;
    for (int to = tree.end(below) * parts; to > first; ) {
      int from = Math.max(portion.start(to - 1), first);
      message.pass(from, to);
      to = from;
    }
  }

  /** Does something with what is in a message for each child, the deepest subtree first. */
  private void forEachShare(int from, int to, ShareOfChild share) {
    for (int child : deepestFirst) {
      int low = Math.max(from, child * parts);
      int high = Math.min(to, tree.end(child) * parts);
      if (low < high) {
        share.pass(tree.rank(child), low, high);
      }
    }
  }

  @FunctionalInterface
  private interface ShareOfChild {
    void pass(int child, int from, int to);
  }

  /**
   * The first unit in SCRATCH of the next message that is put together.
   *
   * @param below the most blocks that any of these messages can be of
   */
  private int place(int from, int below, int free) {
    int slot = turn & 1;
    turn++;
    return parts > 1 ? slot * parts + from % parts : free + slot * Math.min(portion.units(), below);
  }

  /** The end of those units of a message that are the node's own; there may be none. */
  private int endOfOwn(int to) {
    return Math.min(to, (node + 1) * parts);
  }

  // ---- up ----

  /**
   * Gathers the blocks of the subtree and sends them up: at the root to OUTPUT in the order of
   * ranks, elsewhere by way of SCRATCH.
   */
  void gather() {
    if (!isRoot()) {
      int below = tree.end(node) - node;
      upwards(node, (from, to) -> passUp(from, to, below));
      return;
    }
    Runs runs = new Runs(tree::rank);
    for (int child : tree.children(node)) {
      upwards(child, (from, to) -> collect(tree.rank(child), from, to, runs));
    }
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, runs.unit(0), parts);
  }

  private void passUp(int from, int to, int below) {
    int own = endOfOwn(to);
    if (own == to) {
      steps.send(parent(), Buffer.INPUT, from - node * parts, to - from);
      return;
    }
    int at = place(from, below, 0);
    forEachShare(
        from,
        to,
        (child, low, high) -> steps.receive(child, Buffer.SCRATCH, at + low - from, high - low));
    if (from < own) {
      steps.copy(Buffer.INPUT, from - node * parts, Buffer.SCRATCH, at, own - from);
    }
    steps.send(parent(), Buffer.SCRATCH, at, to - from);
  }

  private void collect(int child, int from, int to, Runs runs) {
    if (runs.end(from, to) == to) {
      steps.receive(child, Buffer.OUTPUT, runs.unit(from), to - from);
      return;
    }
    int at = place(from, runs.largest, 0);
    steps.receive(child, Buffer.SCRATCH, at, to - from);
    for (int low = from; low < to; ) {
      int high = runs.end(low, to);
      steps.copy(Buffer.SCRATCH, at + low - from, Buffer.OUTPUT, runs.unit(low), high - low);
      low = high;
    }
  }

  // ---- down ----

  /**
   * The root's blocks go down, the deepest subtree first: at the root from {@code from}, where the
   * block of a node is number {@code place} of it; elsewhere by way of SCRATCH. A rank's own goes
   * to OUTPUT.
   *
   * @param free first unit of SCRATCH that may be used: at the root such that nothing else is
   *     there, elsewhere such that the whole subtree may be received there
   */
  void scatter(Buffer from, IntUnaryOperator place, int free) {
    if (!isRoot()) {
      int below = tree.end(node) - node;
      downwards(node, (low, high) -> passDown(low, high, below, free));
      return;
    }
    Runs runs = new Runs(place);
    for (int child : deepestFirst) {
      int rank = tree.rank(child);
      downwards(child, (low, high) -> deal(from, rank, low, high, runs, free));
    }
    steps.copy(from, runs.unit(0), Buffer.OUTPUT, 0, parts);
  }

  private void passDown(int from, int to, int below, int free) {
    int own = endOfOwn(to);
    if (own == to) {
      steps.receive(parent(), Buffer.OUTPUT, from - node * parts, to - from);
      return;
    }
    int at = place(from, below, free);
    steps.receive(parent(), Buffer.SCRATCH, at, to - from);
    forEachShare(
        from,
        to,
        (child, low, high) -> steps.send(child, Buffer.SCRATCH, at + low - from, high - low));
    if (from < own) {
      steps.copy(Buffer.SCRATCH, at, Buffer.OUTPUT, from - node * parts, own - from);
    }
  }

  private void deal(Buffer blocks, int child, int from, int to, Runs runs, int free) {
    if (runs.end(from, to) == to) {
      int send = steps.send(child, blocks, runs.unit(from), to - from);
      if (copied >= 0) {
        steps.order(copied, send); // it may not overtake a message that had to be put together
      }
      return;
    }
    int at = place(from, runs.largest, free);
    int copy = -1;
    for (int low = from; low < to; ) {
      int high = runs.end(low, to);
      copy = steps.copy(blocks, runs.unit(low), Buffer.SCRATCH, at + low - from, high - low);
      low = high;
    }
    if (turn <= 2) {
      copied = copy; // both places were free: no step waits for a message to be gone
    }
    steps.send(child, Buffer.SCRATCH, at, to - from);
  }

  /** The places of the nodes' blocks at the root, some of which lie one behind the other. */
  private final class Runs {
    private final IntUnaryOperator place;

    /** Number of blocks of the largest subtree. */
    final int largest;

    Runs(IntUnaryOperator place) {
      this.place = place;
      int most = 0;
      for (int child : deepestFirst) {
        most = Math.max(most, tree.end(child) - child);
      }
      this.largest = most;
    }

    int unit(int ofNodes) {
      return place.applyAsInt(ofNodes / parts) * parts + ofNodes % parts;
    }

    /** Until where the units from one on lie one behind the other. */
    int end(int from, int to) {
      int first = unit(from);
      int at = from + 1;
      while (at < to && unit(at) == first + at - from) {
        at++;
      }
      return at;
    }
  }
}
