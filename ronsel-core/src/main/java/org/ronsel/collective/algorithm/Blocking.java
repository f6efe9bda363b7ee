package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * An algorithm on a tree with one message at a time: each rank starts a message only when its
 * message before is done, as programs do that know nothing but blocking calls. It keeps many
 * messages from meeting at one link.
 *
 * @param algorithm an algorithm in which no rank sends to one that has to wait for it
 */
public record Blocking(ScheduledAlgorithm algorithm) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return algorithm.collective();
  }

  @Override
  public String summary() {
    return algorithm.summary() + ", one message at a time";
  }

  @Override
  public String name() {
    return "blocking-" + algorithm.name();
  }

  @Override
  public boolean keepsRankOrder() {
    return algorithm.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return algorithm.keepsRankOrder(grouping);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return algorithm.supports(ranks, grouping);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return algorithm.scratchBytes(placement, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    Schedule all = algorithm.schedule(rank, placement, root);
    ScheduleBuilder steps = new ScheduleBuilder(rank, placement.ranks(), all.parts());
    int[] added = Embedding.add(steps, all, peer -> peer, Embedding.SAME);
    int before = -1;
    for (int step = 0; step < added.length; step++) {
      boolean message =
          switch (all.kind(step)) {
            case SEND, RECEIVE -> true;
            case COPY, REDUCE -> false;
          };
      if (message) {
        if (before >= 0) {
          steps.order(before, added[step]);
        }
        before = added[step];
      }
    }
    return steps.build();
  }
}
