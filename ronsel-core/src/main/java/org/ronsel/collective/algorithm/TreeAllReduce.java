package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce as a reduce to rank 0 on one tree and a broadcast on another; keeps the order of ranks.
 * With flat trees no rank waits more than once, see {@link TreeBarrier}. With more than one part
 * both phases are pipelines: the first parts go down while the last come up.
 *
 * <p>{@code 2 k (p - 1)} messages for {@code k} parts; two parts are staged.
 */
public record TreeAllReduce(Arrangement up, Arrangement down, int parts)
    implements ScheduledAlgorithm {
  /** Without a pipeline. */
  public TreeAllReduce(Arrangement up, Arrangement down) {
    this(up, down, 1);
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "reduce on one tree ("
        + up.name()
        + "), broadcast on another ("
        + down.name()
        + ")"
        + AlgorithmNames.inParts(parts);
  }

  @Override
  public String name() {
    String name = AlgorithmNames.name(up, "Reduce", down, "Broadcast");
    return parts == 1 ? name : "pipelined-" + name + "-" + parts;
  }

  @Override
  public boolean keepsRankOrder() {
    return up.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return up.keepsRankOrder(grouping);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return up.supports(ranks, grouping) && down.supports(ranks, grouping);
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return up.equals(Tree.BINOMIAL);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, Scratch.part(bytes, parts));
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, parts, 0).scratchInPlaces(parts);
    TreeSteps reducing = TreeSteps.of(steps, up, rank, placement, 0);
    TreeSteps spreading = TreeSteps.of(steps, down, rank, placement, 0);
    for (int part = 0; part < parts; part++) {
      Buffer partial = reducing.combineSubtree(Buffer.OUTPUT, part, 1, part, parts);
      if (!reducing.isRoot()) {
        steps.send(reducing.parent(), partial, part, 1);
      } else if (partial == Buffer.INPUT) {
        steps.copy(Buffer.INPUT, part, Buffer.OUTPUT, part, 1);
      }
      spreading.broadcast(part, 1);
    }
    return steps.build();
  }
}
