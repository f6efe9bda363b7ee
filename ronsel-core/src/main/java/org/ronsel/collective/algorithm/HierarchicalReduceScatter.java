package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter of blocks in three phases: up a tree on each host to its leader, in pairs among the
 * leaders, of which each gets the blocks of its host and combines them in the order of hosts, and
 * down a tree on each host. Leaders stage up to four times all blocks.
 *
 * @param within the trees on each host
 */
public record HierarchicalReduceScatter(Hierarchical within) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.REDUCE_SCATTER_BLOCK;
  }

  @Override
  public String summary() {
    return "reduce on each host, exchange among leaders in pairs, scatter on each host";
  }

  @Override
  public String name() {
    return AlgorithmNames.hierarchical(
        new PairwiseReduceScatter(Collective.REDUCE_SCATTER_BLOCK), within);
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return grouping.contiguous();
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    int host = Leaders.largest(placement);
    return Scratch.times(4L * placement.ranks() + 5L * host, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    Leaders hosts = new Leaders(placement, rank, 0);
    RankTree tree = hosts.within(within, 0);
    TreeSteps host = new TreeSteps(steps, tree, rank);
    TreeBlocks blocks = new TreeBlocks(steps, tree, rank, Portion.WHOLE);
    // The first whole of SCRATCH has the partial result, in the next two messages land.
    Buffer partial = host.combineSubtree(Buffer.SCRATCH, 0, ranks, ranks, ranks);
    if (!host.isRoot()) {
      steps.send(host.parent(), partial, 0, ranks);
      blocks.scatter(Buffer.SCRATCH, node -> node, 0);
      return steps.build();
    }
    int from = 0;
    int free = 3 * ranks;
    if (!hosts.keepsRanks()) {
      // In the order of hosts, so that the blocks of one lie together.
      for (int node = 0; node < ranks; node++) {
        steps.copy(partial, hosts.rank(node), Buffer.SCRATCH, free + node, 1);
      }
      partial = Buffer.SCRATCH;
      from = free;
      free += ranks;
    }
    Sum sum = new Sum(steps, hosts, partial, from, free);
    sum.exchange();
    blocks.scatter(sum.result, node -> sum.resultUnit + node, sum.free);
    return steps.build();
  }

  /** The blocks of the leader's host, combined with those that the other leaders send. */
  private static final class Sum {
    private final ScheduleBuilder steps;
    private final Leaders hosts;
    private final Buffer partial;
    private final int from;
    private final int landing;

    /** The buffer of the combination of the host's blocks. */
    Buffer result;

    int resultUnit;

    /** First unit of SCRATCH that is not used. */
    final int free;

    Sum(ScheduleBuilder steps, Leaders hosts, Buffer partial, int from, int landing) {
      this.steps = steps;
      this.hosts = hosts;
      this.partial = partial;
      this.from = from;
      this.landing = landing;
      this.free = landing + 3 * hosts.size(hosts.own());
      this.result = partial;
      this.resultUnit = from + hosts.first(hosts.own());
    }

    void exchange() {
      int own = hosts.own();
      int groups = hosts.groups();
      int units = hosts.size(own);
      for (int distance = 1; distance < groups; distance++) {
        int group = (own + distance) % groups;
        steps.send(hosts.leader(group), partial, from + hosts.first(group), hosts.size(group));
      }
      int ownUnit = resultUnit;
      int turn = 0;
      for (int group = 0; group < groups; group++) {
        Buffer right = partial;
        int rightUnit = ownUnit;
        if (group != own) {
          right = Buffer.SCRATCH;
          rightUnit = landing + turn * units;
          steps.receive(hosts.leader(group), right, rightUnit, units);
          turn = 1 - turn;
        }
        if (group == 0) {
          result = right;
          resultUnit = rightUnit;
        } else {
          int sum = landing + 2 * units;
          steps.reduce(result, resultUnit, right, rightUnit, Buffer.SCRATCH, sum, units);
          result = Buffer.SCRATCH;
          resultUnit = sum;
        }
      }
    }
  }
}
