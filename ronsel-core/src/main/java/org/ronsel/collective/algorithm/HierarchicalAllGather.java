package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather in three phases: the blocks of each host are gathered at its leader, the leaders
 * exchange them by a flat algorithm, host by host, and all blocks go down a tree on each host.
 *
 * <p>On the way blocks lie in OUTPUT in the order of hosts. Where that is not the order of ranks
 * the leaders put them in order before the last phase, one after the other along the cycles of the
 * permutation, for which a single block is staged.
 *
 * @param among what the leaders do
 * @param within the trees on each host
 */
public record HierarchicalAllGather(ScheduledAlgorithm among, Hierarchical within)
    implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_GATHER;
  }

  @Override
  public String summary() {
    return "gather on each host, " + among.name() + " among leaders, broadcast on each host";
  }

  @Override
  public String name() {
    return AlgorithmNames.hierarchical(among, within);
  }

  /** Bruck's algorithm stages blocks in an order of its own, so they must have one length. */
  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks)
        && among.supports(grouping.groups())
        && (!(among instanceof BruckAllGather) || grouping.even());
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    Placement leaders = Placement.together(Leaders.groups(placement));
    // In the inner schedule a block is all of a host's.
    long ofHost = Scratch.times(Leaders.largest(placement), bytes);
    return Math.max(bytes, among.scratchBytes(leaders, ofHost));
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    Leaders hosts = new Leaders(placement, rank, 0);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, hosts.node(), 1);
    TreeSteps host = new TreeSteps(steps, hosts.within(within, 0), rank);
    int first = hosts.first(hosts.own());
    host.gatherInOutput(first);
    if (hosts.leads()) {
      Schedule inner = among.schedule(hosts.own(), hosts.groups(), 0);
      Embedding.add(steps, inner, hosts::leader, new HostBlocks(hosts));
      if (!hosts.keepsRanks()) {
        TreeSteps.putInOrder(steps, ranks, hosts::rank);
      }
    }
    host.broadcast(0, ranks);
    return steps.build();
  }

  /** A block of a leader is all blocks of its host. */
  private record HostBlocks(Leaders hosts) implements Embedding.Places {
    @Override
    public Buffer buffer(Buffer inner) {
      return inner == Buffer.SCRATCH ? Buffer.SCRATCH : Buffer.OUTPUT;
    }

    @Override
    public int unit(Buffer inner, int unit) {
      return switch (inner) {
        case INPUT -> hosts.first(hosts.own());
        case OUTPUT -> hosts.first(unit);
        case SCRATCH -> unit * hosts.size(0);
      };
    }

    @Override
    public int units(Buffer inner, int unit, int units) {
      return switch (inner) {
        case INPUT -> hosts.size(hosts.own());
        case OUTPUT -> hosts.first(unit + units) - hosts.first(unit);
        case SCRATCH -> units * hosts.size(0);
      };
    }
  }
}
