package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Broadcast down a binomial tree, deepest subtree first.
 *
 * <p>Cost {@code ceil(log2 p) (a + n b)}; {@code p - 1} messages of {@code n} bytes.
 */
public final class BinomialBroadcast implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BROADCAST;
  }

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    int relative = Binomial.relative(rank, ranks, root);
    int parentBit = Binomial.parentBit(relative, ranks);
    if (relative != 0) {
      steps.receive(Binomial.rank(relative - parentBit, ranks, root), Buffer.OUTPUT, 0, 1);
    }
    for (int bit = parentBit >> 1; bit > 0; bit >>= 1) {
      if (relative + bit < ranks) {
        steps.send(Binomial.rank(relative + bit, ranks, root), Buffer.OUTPUT, 0, 1);
      }
    }
    return steps.build();
  }
}
