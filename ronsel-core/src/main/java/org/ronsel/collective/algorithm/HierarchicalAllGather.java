package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;
import org.ronsel.collective.schedule.Spread;

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
    return Composite.hierarchical(among, within);
  }

  /** Bruck's algorithm stages blocks in an order of its own, so they must have one length. */
  @Override
  public boolean supports(int ranks, Spread spread) {
    return spread.hasLevels(ranks)
        && among.supports(spread.groups())
        && (!(among instanceof BruckAllGather) || spread.even());
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    Leaders hosts = new Leaders(placement, rank, 0);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, hosts.node(), 1);
    TreeSteps host = new TreeSteps(steps, hosts.within(within, 0), rank);
    int first = hosts.first(hosts.own());
    host.gatherInOutput(first, node -> first + node);
    if (hosts.leads()) {
      Schedule inner = among.schedule(hosts.own(), hosts.groups(), 0);
      Embedding.add(steps, inner, hosts::leader, new HostBlocks(hosts));
      if (!hosts.keepsRanks()) {
        putInOrder(steps, hosts, ranks);
      }
    }
    host.broadcast(0, ranks);
    return steps.build();
  }

  /** What is in the unit of a node comes to the unit of its rank. */
  private static void putInOrder(ScheduleBuilder steps, Leaders hosts, int ranks) {
    boolean[] done = new boolean[ranks];
    for (int start = 0; start < ranks; start++) {
      if (done[start] || hosts.rank(start) == start) {
        continue;
      }
      steps.copy(Buffer.OUTPUT, start, Buffer.SCRATCH, 0, 1);
      int empty = start;
      for (int from = hosts.nodeOf(empty); from != start; from = hosts.nodeOf(empty)) {
        steps.copy(Buffer.OUTPUT, from, Buffer.OUTPUT, empty, 1);
        done[empty] = true;
        empty = from;
      }
      steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, empty, 1);
      done[empty] = true;
    }
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
