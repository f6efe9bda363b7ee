package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Reduce of long messages: {@code p} parts travel around a ring while they are combined, and are
 * then gathered up a tree. Each part is combined in another order, so the operator must be
 * commutative.
 *
 * <p>Cost on a binomial tree {@code (p - 1 + ceil(log2 p)) a + 2 (p - 1)/p n b + (p - 1)/p n c}.
 *
 * @param tree on which the parts are gathered
 */
public record ReduceScatterGatherReduce(Tree tree) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.REDUCE;
  }

  @Override
  public String summary() {
    return "parts go around a ring while they are combined, then gather up a "
        + tree.name()
        + " tree";
  }

  @Override
  public String name() {
    return "ringReduceScatter+" + tree.name() + "Gather";
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, ranks, 0);
    TreeSteps gathering = TreeSteps.of(steps, tree, rank, placement, root);
    int node = gathering.node();
    // Only the root has an OUTPUT; the others combine in the first whole of SCRATCH.
    Buffer result = rank == root ? Buffer.OUTPUT : Buffer.SCRATCH;
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    int next = gathering.rank((node + 1) % ranks);
    int previous = gathering.rank((node - 1 + ranks) % ranks);
    // Part v ends at node v.
    for (int round = 0; round < ranks - 1; round++) {
      int sent = (node - round - 1 + ranks) % ranks;
      int received = (node - round - 2 + 2 * ranks) % ranks;
      steps.send(next, round == 0 ? Buffer.INPUT : result, sent, 1);
      steps.receive(previous, Buffer.SCRATCH, ranks + received, 1);
      steps.reduce(Buffer.SCRATCH, ranks + received, Buffer.INPUT, received, result, received, 1);
    }
    for (int child : gathering.children()) {
      steps.receive(gathering.rank(child), result, child, gathering.size(child));
    }
    if (!gathering.isRoot()) {
      steps.send(gathering.parent(), result, node, gathering.size(node));
    }
    return steps.build();
  }
}
