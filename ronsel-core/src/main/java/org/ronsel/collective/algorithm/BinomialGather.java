package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Gather of short blocks up a binomial tree: each node sends the blocks of its subtree, which are a
 * contiguous range of relative ranks, in one message.
 *
 * <p>Cost {@code ceil(log2 p) a + (p - 1) n b}; {@code p - 1} messages; inner nodes stage their
 * subtree.
 */
public final class BinomialGather implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.GATHER;
  }

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, root);
    int relative = Binomial.relative(rank, ranks, root);
    if (relative == 0) {
      collect(steps, ranks, root);
      return steps.build();
    }
    int parentBit = Binomial.parentBit(relative, ranks);
    int parent = Binomial.rank(relative - parentBit, ranks, root);
    int subtree = Binomial.subtree(relative, ranks);
    if (subtree == 1) {
      steps.send(parent, Buffer.INPUT, 0, 1);
      return steps.build();
    }
    for (int bit = 1; bit < parentBit && relative + bit < ranks; bit <<= 1) {
      steps.receive(
          Binomial.rank(relative + bit, ranks, root),
          Buffer.SCRATCH,
          bit,
          Binomial.subtree(relative + bit, ranks));
    }
    steps.copy(Buffer.INPUT, 0, Buffer.SCRATCH, 0, 1);
    steps.send(parent, Buffer.SCRATCH, 0, subtree);
    return steps.build();
  }

  /** The root's part: subtrees arrive in place, but for the one whose ranks go on from 0. */
  private static void collect(ScheduleBuilder steps, int ranks, int root) {
    for (int bit = 1; bit < ranks; bit <<= 1) {
      int child = Binomial.rank(bit, ranks, root);
      int blocks = Binomial.subtree(bit, ranks);
      int upper = ranks - child;
      if (blocks <= upper) {
        steps.receive(child, Buffer.OUTPUT, child, blocks);
      } else {
        steps.receive(child, Buffer.SCRATCH, 0, blocks);
        steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, child, upper);
        steps.copy(Buffer.SCRATCH, upper, Buffer.OUTPUT, 0, blocks - upper);
      }
    }
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, root, 1);
  }
}
