package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce in three phases: up a tree on each host to its leader, by a flat algorithm among the
 * leaders, and down the trees. Only the leaders' messages go between hosts, so the data cross a
 * host's link twice, however many ranks it has. With several leaders per host each takes a share of
 * the data, so that several links, or several processors that feed one, work at once.
 *
 * @param among what the leaders do
 * @param within the trees on each host
 * @param leaders how many of a host's ranks are leaders, as far as it has so many
 */
public record HierarchicalAllReduce(ScheduledAlgorithm among, Hierarchical within, int leaders)
    implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "up trees on hosts, "
        + among.name()
        + " among leaders, and down"
        + (leaders == 1 ? "" : "; " + leaders + " leaders of a host share the data");
  }

  @Override
  public String name() {
    return AlgorithmNames.hierarchical(among, within) + (leaders == 1 ? "" : "-leaders-" + leaders);
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  /** The tree of a leader that is not the lowest rank of its host does not keep the order. */
  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return leaders == 1 && among.keepsRankOrder() && grouping.contiguous();
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks) && among.supports(grouping.groups());
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    int groups = Leaders.groups(placement);
    long inner = among.scratchBytes(Placement.together(groups), 1); // its wholes are ours
    return Scratch.times(2 + inner, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    Leaders hosts = new Leaders(placement, rank, 0);
    Schedule inner = among.schedule(hosts.own(), hosts.groups(), 0);
    int units = inner.parts();
    int whole = leaders * units;
    ScheduleBuilder steps = new ScheduleBuilder(rank, placement.ranks(), whole, 0);
    for (int share = 0; share < leaders; share++) {
      int leader = share;
      int unit = share * units;
      TreeSteps host = new TreeSteps(steps, hosts.within(within, leader), rank);
      Buffer partial = host.combineSubtree(Buffer.OUTPUT, unit, units, unit, whole);
      if (host.isRoot()) {
        Embedding.add(
            steps,
            inner,
            group -> hosts.leader(group, leader),
            new Embedding.Share(partial, units, leaders, share, 2));
      } else {
        steps.send(host.parent(), partial, unit, units);
      }
      host.broadcast(unit, units);
    }
    return steps.build();
  }
}
