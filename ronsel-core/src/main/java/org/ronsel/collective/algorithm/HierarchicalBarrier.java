package org.ronsel.collective.algorithm;

import java.util.stream.IntStream;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Barrier in which the ranks of each host gather at their leader, the leaders meet by a flat
 * algorithm, and the hosts are released.
 *
 * @param among what the leaders do
 * @param within the trees on each host
 */
public record HierarchicalBarrier(ScheduledAlgorithm among, Hierarchical within)
    implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String summary() {
    return "gather on each host, " + among.name() + " among leaders, release";
  }

  @Override
  public String name() {
    return AlgorithmNames.hierarchical(among, within);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return grouping.hasLevels(ranks);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, placement.ranks(), 1);
    Leaders leaders = new Leaders(placement, rank, 0);
    TreeSteps host = new TreeSteps(steps, leaders.within(within, 0), rank);
    int[] gathered = host.gatherSignals();
    if (leaders.leads()) {
      Schedule inner = among.schedule(leaders.own(), leaders.groups(), 0);
      Embedding.Places nothing = new Embedding.Share(Buffer.INPUT, 1, 1, 0, 0);
      int[] met = Embedding.add(steps, inner, leaders::leader, nothing);
      for (int step = 0; step < met.length; step++) {
        for (int heard : gathered) {
          if (inner.prerequisites(step) == 0) {
            steps.order(heard, met[step]);
          }
        }
      }
      gathered = IntStream.concat(IntStream.of(gathered), IntStream.of(met)).toArray();
    }
    host.release(gathered);
    return steps.build();
  }
}
