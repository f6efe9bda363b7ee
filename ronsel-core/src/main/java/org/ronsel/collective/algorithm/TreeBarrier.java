package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Barrier on trees: the news that all of a subtree have come is gathered to rank 0, which then
 * releases all ranks. The gather comes first: otherwise a rank could leave before others enter.
 *
 * <p>{@code 2 (p - 1)} messages, fewer than dissemination, which is what counts where ranks
 * outnumber cores; with flat trees no rank waits more than once, and where ranks in several JVMs
 * outnumber cores a wait costs a turn of all of them.
 */
public record TreeBarrier(Arrangement up, Arrangement down) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String summary() {
    return "gather of signals on one tree ("
        + up.name()
        + "), release on another ("
        + down.name()
        + ")";
  }

  @Override
  public String name() {
    return AlgorithmNames.name(up, "Gather", down, "Release");
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return up.supports(ranks, grouping) && down.supports(ranks, grouping);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    int[] gathered = TreeSteps.of(steps, up, rank, placement, 0).gatherSignals();
    TreeSteps.of(steps, down, rank, placement, 0).release(gathered);
    return steps.build();
  }
}
