package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Reduce up a tree. Every node combines the partial result of its own range of ranks, on the left,
 * with those of its children's ranges, on the right. If the tree begins at the operation's root the
 * order of ranks is kept for root 0 only; else it begins at rank 0, which sends the root the result
 * in one more message. With more than one part the message is a pipeline.
 *
 * <p>Cost on a binomial tree {@code ceil(log2 p) (a + n b + n c)}; {@code k (p - 1)} messages, and
 * one more of those that keep the order. Inner nodes stage three messages, or four parts.
 *
 * @param ordered whether the tree begins at rank 0
 */
public record TreeReduce(Arrangement tree, boolean ordered, int parts)
    implements ScheduledAlgorithm {
  /** Without a pipeline. */
  public TreeReduce(Arrangement tree, boolean ordered) {
    this(tree, ordered, 1);
  }

  @Override
  public Collective collective() {
    return Collective.REDUCE;
  }

  @Override
  public String summary() {
    return "up a "
        + tree.name()
        + " tree"
        + (ordered ? ", in the order of ranks" : "")
        + AlgorithmNames.inParts(parts);
  }

  @Override
  public String name() {
    return (ordered ? "ordered-" : "")
        + (parts == 1 ? tree.name() : "pipelined-" + tree.name() + "-" + parts);
  }

  @Override
  public boolean keepsRankOrder() {
    return ordered && tree.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return ordered && tree.keepsRankOrder(grouping);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return tree.supports(ranks, grouping);
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return ordered && tree.equals(Tree.BINOMIAL);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(parts == 1 ? 3 : 4, Scratch.part(bytes, parts));
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, parts, 0).scratchInPlaces(parts);
    TreeSteps node = TreeSteps.of(steps, tree, rank, placement, ordered ? 0 : root);
    // Messages land in the first two places of SCRATCH. Only the root has an OUTPUT; the others
    // combine in the next places, of which two take turns where there are several parts.
    Buffer result = node.isRoot() && rank == root ? Buffer.OUTPUT : Buffer.SCRATCH;
    for (int part = 0; part < parts; part++) {
      int resultUnit = result == Buffer.OUTPUT ? part : (2 + (part & 1)) * parts + part;
      Buffer partial = node.combineSubtree(part, 1, result, resultUnit, part, parts);
      int unit = partial == Buffer.INPUT ? part : resultUnit;
      if (!node.isRoot()) {
        steps.send(node.parent(), partial, unit, 1);
      } else if (rank != root) {
        steps.send(root, partial, unit, 1);
      } else if (partial != result) {
        steps.copy(partial, part, result, part, 1);
      }
      if (rank == root && !node.isRoot()) {
        steps.receive(0, Buffer.OUTPUT, part, 1);
      }
    }
    return steps.build();
  }
}
