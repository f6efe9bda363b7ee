package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Broadcast down a tree, deepest subtree first. With more than one part the message is a pipeline:
 * a node passes a part on while the next one comes.
 *
 * <p>Cost on a binomial tree {@code ceil(log2 p) (a + n b)}, on a chain of {@code k} parts {@code
 * (p + k - 2) (a + n/k b)}; {@code k (p - 1)} messages.
 */
public record TreeBroadcast(Arrangement tree, int parts) implements ScheduledAlgorithm {
  /** Without a pipeline. */
  public TreeBroadcast(Arrangement tree) {
    this(tree, 1);
  }

  @Override
  public Collective collective() {
    return Collective.BROADCAST;
  }

  @Override
  public String summary() {
    return "down a " + tree.name() + " tree" + AlgorithmNames.inParts(parts);
  }

  @Override
  public String name() {
    return parts == 1 ? tree.name() : "pipelined-" + tree.name() + "-" + parts;
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return tree.supports(ranks, grouping);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, parts);
    TreeSteps node = TreeSteps.of(steps, tree, rank, placement, root);
    for (int part = 0; part < parts; part++) {
      node.broadcast(part, 1);
    }
    return steps.build();
  }
}
