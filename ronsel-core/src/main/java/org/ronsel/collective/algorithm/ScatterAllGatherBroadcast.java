package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Broadcast of long messages: the root scatters {@code p} parts down a binomial tree, then the
 * parts go around a ring.
 *
 * <p>Cost {@code (ceil(log2 p) + p - 1) a + 2 (p - 1)/p n b}: the bandwidth term does not grow with
 * {@code p}. Barnett, Shuler, van de Geijn et al., "Interprocessor collective communication
 * library", 1994.
 */
public final class ScatterAllGatherBroadcast implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BROADCAST;
  }

  @Override
  public String name() {
    return "scatter-allgather";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, ranks);
    int relative = Binomial.relative(rank, ranks, root);
    // Scatter: the subtree of a node holds the parts with the numbers of its nodes.
    int parentBit = Binomial.parentBit(relative, ranks);
    if (relative != 0) {
      steps.receive(
          Binomial.rank(relative - parentBit, ranks, root),
          Buffer.OUTPUT,
          relative,
          Binomial.subtree(relative, ranks));
    }
    for (int bit = parentBit >> 1; bit > 0; bit >>= 1) {
      int child = relative + bit;
      if (child < ranks) {
        steps.send(
            Binomial.rank(child, ranks, root),
            Buffer.OUTPUT,
            child,
            Binomial.subtree(child, ranks));
      }
    }
    // Ring: each part travels from its owner upwards until it would reach a rank that has it.
    int next = Binomial.rank((relative + 1) % ranks, ranks, root);
    int previous = Binomial.rank((relative - 1 + ranks) % ranks, ranks, root);
    int has = Binomial.subtree(relative, ranks);
    int nextHas = Binomial.subtree((relative + 1) % ranks, ranks);
    for (int round = 0; round < ranks - 1; round++) {
      int sent = (relative - round + ranks) % ranks;
      if (!holds((relative + 1) % ranks, nextHas, sent, ranks)) {
        steps.send(next, Buffer.OUTPUT, sent, 1);
      }
      int received = (relative - 1 - round + ranks) % ranks;
      if (!holds(relative, has, received, ranks)) {
        steps.receive(previous, Buffer.OUTPUT, received, 1);
      }
    }
    return steps.build();
  }

  /** Whether a node had a part already after the scatter; the root has all. */
  private static boolean holds(int relative, int subtree, int part, int ranks) {
    return relative == 0 || (part >= relative && part < relative + subtree && part < ranks);
  }
}
