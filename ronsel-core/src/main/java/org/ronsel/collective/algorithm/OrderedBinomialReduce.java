package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Reduce up a binomial tree whose root is rank 0 whatever the operation's root, which gets the
 * result in one more message: the order of ranks is kept for every root.
 *
 * <p>Cost {@code (ceil(log2 p) + 1) (a + n b) + ceil(log2 p) n c}; {@code p} messages, {@code p -
 * 1} if the root is 0.
 */
public final class OrderedBinomialReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.REDUCE;
  }

  @Override
  public String name() {
    return "ordered-binomial";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    Buffer result = rank == 0 && root == 0 ? Buffer.OUTPUT : Buffer.SCRATCH;
    Buffer partial = BinomialReduce.reduceSubtree(steps, rank, ranks, 0, result);
    if (rank != 0) {
      steps.send(rank - Binomial.parentBit(rank, ranks), partial, 0, 1);
    } else if (root != 0) {
      steps.send(root, partial, 0, 1);
    } else if (partial != result) {
      steps.copy(partial, 0, result, 0, 1);
    }
    if (rank == root && root != 0) {
      steps.receive(0, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
