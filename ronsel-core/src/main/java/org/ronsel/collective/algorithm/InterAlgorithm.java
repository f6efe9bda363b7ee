package org.ronsel.collective.algorithm;

import java.util.stream.IntStream;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * The operations of inter-communicators (MPI-4.1, section 6.2.2): data go from the ranks of one
 * group to those of the other. Ranks are numbered through both groups.
 *
 * <p>A broadcast and a reduce go along a binomial tree of the root and the other group, which keeps
 * the order of ranks. Reductions to all go up a tree in each group to its first rank; the two
 * exchange them, and deal out what they get. Blocks go from each rank to each directly.
 *
 * @param first ranks of the group that comes first
 */
public record InterAlgorithm(Collective collective, int first) implements ScheduledAlgorithm {
  /** In the place of a root that is another rank of the calling one's group. */
  public static final int ROOT_BESIDE = -1;

  /** Whether there is such an operation. */
  public static boolean defines(Collective collective) {
    return collective != Collective.SCAN && collective != Collective.EXSCAN;
  }

  @Override
  public String name() {
    return "inter";
  }

  @Override
  public boolean supportsInPlace() {
    return false;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    Sides sides = rank < first ? new Sides(0, first, ranks) : new Sides(first, ranks, ranks);
    if (!collective.hasRoot()) {
      return unrooted(sides, rank);
    }
    if (rank != root && (root == ROOT_BESIDE || sides.isOwn(root))) {
      return new ScheduleBuilder(rank, ranks, 1).build();
    }
    return rooted(sides, rank, root);
  }

  private Schedule unrooted(Sides sides, int rank) {
    return switch (collective) {
      case ALL_REDUCE -> allReduce(sides, rank - sides.from());
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter(sides, rank - sides.from());
      case ALL_GATHER, ALL_GATHERV -> exchange(sides, rank, false);
      case ALL_TO_ALL, ALL_TO_ALLV -> exchange(sides, rank, true);
      default -> throw new IllegalStateException(collective + " has no form between two groups");
    };
  }

  private Schedule rooted(Sides sides, int rank, int root) {
    return switch (collective) {
      case BROADCAST, REDUCE -> onTree(sides, rank, root);
      case GATHER, GATHERV -> collect(sides, rank, root);
      default -> deal(sides, rank, root);
    };
  }

  /**
   * The two groups as a rank sees them.
   *
   * @param from the first rank of its own
   * @param to the rank behind its last
   */
  private record Sides(int from, int to, int ranks) {
    boolean isOwn(int rank) {
      return rank >= from && rank < to;
    }

    int size() {
      return to - from;
    }

    int remoteFrom() {
      return from == 0 ? to : 0;
    }

    int remoteSize() {
      return ranks - size();
    }

    /** The ranks of the own group, and then the first of the other. */
    int[] withRemoteLeader() {
      return IntStream.concat(IntStream.range(from, to), IntStream.of(remoteFrom())).toArray();
    }
  }

  // ---- along trees ----

  private Schedule onTree(Sides sides, int rank, int root) {
    // The tree's nodes are the root, and then the ranks of the group that it is not in.
    int others = rank == root ? sides.remoteSize() : sides.size();
    int othersFrom = rank == root ? sides.remoteFrom() : sides.from();
    int node = rank == root ? 0 : 1 + rank - othersFrom;
    ScheduleBuilder steps = new ScheduleBuilder(node, others + 1, 1);
    TreeSteps tree = TreeSteps.of(steps, Tree.BINOMIAL, node, Placement.together(others + 1), 0);
    if (collective == Collective.BROADCAST) {
      tree.broadcast(0, 1);
    } else if (node == 0) {
      combineAtRoot(steps, tree.children());
    } else {
      Buffer partial = tree.combineSubtree(Buffer.SCRATCH, 0, 1, 1, 1);
      steps.send(tree.parent(), partial, 0, 1);
    }
    int[] numbers =
        IntStream.concat(IntStream.of(root), IntStream.range(othersFrom, othersFrom + others))
            .toArray();
    return steps.build().renumbered(rank, sides.ranks(), numbers);
  }

  /** The root has no operand of its own. */
  private static void combineAtRoot(ScheduleBuilder steps, int[] children) {
    for (int i = 0; i < children.length; i++) {
      if (i == 0) {
        steps.receive(children[i], Buffer.OUTPUT, 0, 1);
      } else {
        steps.receive(children[i], Buffer.SCRATCH, i % 2, 1);
        steps.reduce(Buffer.OUTPUT, 0, Buffer.SCRATCH, i % 2, Buffer.OUTPUT, 0, 1);
      }
    }
  }

  private static Schedule allReduce(Sides sides, int own) {
    int size = sides.size();
    ScheduleBuilder steps = new ScheduleBuilder(own, size + 1, 1);
    TreeSteps tree = TreeSteps.of(steps, Tree.BINOMIAL, own, Placement.together(size), 0);
    Buffer partial = tree.combineSubtree(Buffer.SCRATCH, 0, 1, 1, 1);
    if (tree.isRoot()) {
      steps.send(size, partial, 0, 1);
      steps.receive(size, Buffer.OUTPUT, 0, 1);
    } else {
      steps.send(tree.parent(), partial, 0, 1);
    }
    tree.broadcast(0, 1);
    return steps.build().renumbered(sides.from() + own, sides.ranks(), sides.withRemoteLeader());
  }

  private static Schedule reduceScatter(Sides sides, int own) {
    int size = sides.size();
    ScheduleBuilder steps = new ScheduleBuilder(own, size + 1, 1);
    TreeSteps tree = TreeSteps.of(steps, Tree.BINOMIAL, own, Placement.together(size), 0);
    Buffer partial = tree.combineSubtree(Buffer.SCRATCH, 0, size, size, size);
    if (tree.isRoot()) {
      int result = 3 * size; // behind the combination, and two wholes where messages land
      steps.send(size, partial, 0, size);
      steps.receive(size, Buffer.SCRATCH, result, size);
      for (int rank = 1; rank < size; rank++) {
        steps.send(rank, Buffer.SCRATCH, result + rank, 1);
      }
      steps.copy(Buffer.SCRATCH, result, Buffer.OUTPUT, 0, 1);
    } else {
      steps.send(tree.parent(), partial, 0, size);
      steps.receive(0, Buffer.OUTPUT, 0, 1);
    }
    return steps.build().renumbered(sides.from() + own, sides.ranks(), sides.withRemoteLeader());
  }

  // ---- blocks ----

  private static Schedule exchange(Sides sides, int rank, boolean blockForEach) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, sides.ranks(), 1);
    int others = sides.remoteSize();
    for (int i = 0; i < others; i++) {
      int from = (rank + others - i) % others; // not all begin with the same
      steps.receive(sides.remoteFrom() + from, Buffer.OUTPUT, from, 1);
    }
    for (int i = 0; i < others; i++) {
      int to = (rank + i) % others;
      steps.send(sides.remoteFrom() + to, Buffer.INPUT, blockForEach ? to : 0, 1);
    }
    return steps.build();
  }

  private static Schedule collect(Sides sides, int rank, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, sides.ranks(), 1);
    if (rank == root) {
      for (int i = 0; i < sides.remoteSize(); i++) {
        steps.receive(sides.remoteFrom() + i, Buffer.OUTPUT, i, 1);
      }
    } else {
      steps.send(root, Buffer.INPUT, 0, 1);
    }
    return steps.build();
  }

  private static Schedule deal(Sides sides, int rank, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, sides.ranks(), 1);
    if (rank == root) {
      for (int i = 0; i < sides.remoteSize(); i++) {
        steps.send(sides.remoteFrom() + i, Buffer.INPUT, i, 1);
      }
    } else {
      steps.receive(root, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
