package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Broadcast by a flat algorithm among one rank of each host, the root among them, and down a tree
 * on each host.
 *
 * @param among what the leaders do
 * @param within the trees on each host
 */
public record HierarchicalBroadcast(ScheduledAlgorithm among, Hierarchical within)
    implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BROADCAST;
  }

  @Override
  public String summary() {
    return among.name() + " among leaders, then down trees on their hosts";
  }

  @Override
  public String name() {
    return AlgorithmNames.hierarchical(among, within);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks) && among.supports(grouping.groups());
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    Leaders leaders = new Leaders(placement, rank, root);
    int place = leaders.leads() ? leaders.own() : 0;
    Schedule inner = among.schedule(place, leaders.groups(), 0);
    int parts = inner.parts();
    ScheduleBuilder steps = new ScheduleBuilder(rank, placement.ranks(), parts);
    if (leaders.leads()) {
      Embedding.add(
          steps, inner, leaders::leader, new Embedding.Share(Buffer.INPUT, parts, 1, 0, 0));
    }
    new TreeSteps(steps, leaders.within(within, 0), rank).broadcast(0, parts);
    return steps.build();
  }
}
