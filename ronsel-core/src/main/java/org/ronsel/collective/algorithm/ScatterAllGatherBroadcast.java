package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Broadcast of long messages: the root scatters {@code p} parts down a tree, then the parts go
 * around a ring.
 *
 * <p>Cost on a binomial tree {@code (ceil(log2 p) + p - 1) a + 2 (p - 1)/p n b}: the bandwidth term
 * does not grow with {@code p}. Barnett, Shuler, van de Geijn et al., "Interprocessor collective
 * communication library", 1994.
 *
 * @param tree on which the parts are scattered
 */
public record ScatterAllGatherBroadcast(Tree tree) implements ScheduledAlgorithm {
  /** Makes one with a binomial tree. */
  public ScatterAllGatherBroadcast() {
    this(Tree.BINOMIAL);
  }

  @Override
  public Collective collective() {
    return Collective.BROADCAST;
  }

  @Override
  public String summary() {
    return "scatter on a " + tree.name() + " tree, then allGather around a ring (van de Geijn)";
  }

  @Override
  public String name() {
    return tree.equals(Tree.BINOMIAL) ? "scatter-allgather" : tree.name() + "Scatter+ringAllGather";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, ranks);
    TreeSteps node = TreeSteps.of(steps, tree, rank, placement, root);
    int relative = node.node();
    // Scatter: the subtree of a node holds the parts with the numbers of its nodes.
    if (relative != 0) {
      steps.receive(node.parent(), Buffer.OUTPUT, relative, node.size(relative));
    }
    for (int child : node.deepestFirst()) {
      steps.send(node.rank(child), Buffer.OUTPUT, child, node.size(child));
    }
    // Ring: each part travels from its owner upwards until it would reach a rank that has it.
    int next = node.rank((relative + 1) % ranks);
    int previous = node.rank((relative - 1 + ranks) % ranks);
    int has = node.size(relative);
    int nextHas = node.size((relative + 1) % ranks);
    for (int round = 0; round < ranks - 1; round++) {
      int sent = (relative - round + ranks) % ranks;
      if (!holds((relative + 1) % ranks, nextHas, sent, ranks)) {
        steps.send(next, Buffer.OUTPUT, sent, 1);
      }
      int received = (relative - 1 - round + ranks) % ranks;
      if (!holds(relative, has, received, ranks)) {
        steps.receive(previous, Buffer.OUTPUT, received, 1);
      }
    }
    return steps.build();
  }

  /** Whether a node had a part already after the scatter; the root has all. */
  private static boolean holds(int relative, int subtree, int part, int ranks) {
    return relative == 0 || (part >= relative && part < relative + subtree && part < ranks);
  }
}
