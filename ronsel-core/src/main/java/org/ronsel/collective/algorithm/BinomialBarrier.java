package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Barrier on a binomial tree: the news that all of a subtree have come is gathered to rank 0, which
 * then releases everybody down the tree. Gather first: released first, a rank could leave before
 * others come.
 *
 * <p>Cost {@code 2 ceil(log2 p) a}; {@code 2 (p - 1)} messages, fewer than dissemination, which is
 * what counts where ranks outnumber cores.
 */
public final class BinomialBarrier implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    int parentBit = Binomial.parentBit(rank, ranks);
    int children = 0;
    for (int bit = 1; bit < parentBit && rank + bit < ranks; bit <<= 1) {
      steps.awaitSignal(rank + bit);
      children++;
    }
    if (rank != 0) {
      int gathered = steps.signal(rank - parentBit);
      for (int child = 0; child < children; child++) {
        steps.order(child, gathered);
      }
    }
    int released = rank == 0 ? -1 : steps.awaitSignal(rank - parentBit);
    for (int bit = parentBit >> 1; bit > 0; bit >>= 1) {
      if (rank + bit < ranks) {
        int release = steps.signal(rank + bit);
        if (released >= 0) {
          steps.order(released, release);
        } else {
          for (int child = 0; child < children; child++) {
            steps.order(child, release);
          }
        }
      }
    }
    return steps.build();
  }
}
