package org.ronsel.collective.algorithm;

import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce of short messages: in round {@code k} partners whose numbers differ in bit {@code k}
 * exchange their partial results, which cover adjacent ranges of ranks, and both combine the lower
 * range with the upper one. For other numbers of ranks than powers of two see {@link PowerOfTwo}:
 * the even rank of a pair gives its operand to the odd one first and gets the result last.
 *
 * <p>Cost {@code log2 p (a + n b + n c)}, for other numbers {@code floor(log2 p) + 2} messages in a
 * row. Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
 * MPICH", 2005.
 */
public final class RecursiveDoublingAllReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "in ceil(log2 p) rounds pairs exchange and combine all; for short messages";
  }

  @Override
  public String name() {
    return "recursive-doubling";
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return FixedOrder.isThatOfFold(ranks);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    PowerOfTwo fold = new PowerOfTwo(ranks);
    if (fold.stepsAside(rank)) {
      steps.send(rank + 1, Buffer.INPUT, 0, 1);
      steps.receive(rank + 1, Buffer.OUTPUT, 0, 1);
      return steps.build();
    }
    Buffer partial = Buffer.INPUT;
    int landing = 0;
    if (fold.isPaired(rank)) {
      steps.receive(rank - 1, Buffer.SCRATCH, landing, 1);
      steps.reduce(Buffer.SCRATCH, landing, partial, 0, Buffer.OUTPUT, 0, 1);
      partial = Buffer.OUTPUT;
      landing = 1;
    }
    int member = fold.member(rank);
    for (int bit = 1; bit < fold.members; bit <<= 1) {
      int peer = fold.rank(member ^ bit);
      steps.send(peer, partial, 0, 1);
      steps.receive(peer, Buffer.SCRATCH, landing, 1);
      if ((member & bit) == 0) {
        steps.reduce(partial, 0, Buffer.SCRATCH, landing, Buffer.OUTPUT, 0, 1);
      } else {
        steps.reduce(Buffer.SCRATCH, landing, partial, 0, Buffer.OUTPUT, 0, 1);
      }
      partial = Buffer.OUTPUT;
      landing ^= 1;
    }
    if (partial == Buffer.INPUT) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    if (fold.isPaired(rank)) {
      steps.send(rank - 1, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
