package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Reduce up a binomial tree whose root is the operation's root. Every node combines the partial
 * result of its own range of relative ranks, on the left, with that of the range above, on the
 * right. Relative ranks begin at the root, so the order of ranks is kept for root 0 only.
 *
 * <p>Cost {@code ceil(log2 p) (a + n b + n c)}; {@code p - 1} messages.
 */
public final class BinomialReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.REDUCE;
  }

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    int relative = Binomial.relative(rank, ranks, root);
    // Only the root has an OUTPUT; the others combine in SCRATCH unit 0 and receive in the units
    // above.
    Buffer result = relative == 0 ? Buffer.OUTPUT : Buffer.SCRATCH;
    Buffer partial = reduceSubtree(steps, relative, ranks, root, result);
    if (relative != 0) {
      int parent = relative - Binomial.parentBit(relative, ranks);
      steps.send(Binomial.rank(parent, ranks, root), partial, 0, 1);
    } else if (partial != result) {
      steps.copy(partial, 0, result, 0, 1);
    }
    return steps.build();
  }

  /**
   * Combines what the children send with INPUT, into unit 0 of {@code result}.
   *
   * @return where the partial result is: {@code result}, or INPUT of a leaf
   */
  static Buffer reduceSubtree(
      ScheduleBuilder steps, int relative, int ranks, int root, Buffer result) {
    Buffer partial = Buffer.INPUT;
    int parentBit = Binomial.parentBit(relative, ranks);
    // Messages of different children land in different units, so that they need not wait for each
    // other.
    int landing = 1;
    for (int bit = 1; bit < parentBit && relative + bit < ranks; bit <<= 1) {
      steps.receive(Binomial.rank(relative + bit, ranks, root), Buffer.SCRATCH, landing, 1);
      steps.reduce(partial, 0, Buffer.SCRATCH, landing, result, 0, 1);
      partial = result;
      landing = landing == 1 ? 2 : 1;
    }
    return partial;
  }
}
