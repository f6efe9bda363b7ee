package org.ronsel.collective.algorithm;

import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce of long messages: reduce-scatter by recursive halving, then allGather by recursive
 * doubling. In round {@code k} of the first phase partners whose numbers differ in bit {@code k}
 * divide the range of parts that they still share, each sends the half that the other keeps, and
 * combines its own half; the partial results cover adjacent ranges of ranks, so their order is
 * kept. The second phase goes the same way back. For other numbers of ranks than powers of two see
 * {@link PowerOfTwo}.
 *
 * <p>Cost {@code 2 log2 p a + 2 (p - 1)/p n b + (p - 1)/p n c}; a fold adds {@code 2 (a + n b) + n
 * c}. Rabenseifner, "Optimization of collective reduction operations", 2004.
 */
public final class RabenseifnerAllReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "reduceScatter by halving, then allGather by doubling; for long messages";
  }

  @Override
  public String name() {
    return "rabenseifner";
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return FixedOrder.isThatOfFold(ranks);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return bytes;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    PowerOfTwo fold = new PowerOfTwo(ranks);
    int parts = fold.members;
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, parts, 0);
    if (fold.stepsAside(rank)) {
      steps.send(rank + 1, Buffer.INPUT, 0, parts);
      steps.receive(rank + 1, Buffer.OUTPUT, 0, parts);
      return steps.build();
    }
    Buffer partial = Buffer.INPUT;
    if (fold.isPaired(rank)) {
      steps.receive(rank - 1, Buffer.SCRATCH, 0, parts);
      steps.reduce(Buffer.SCRATCH, 0, partial, 0, Buffer.OUTPUT, 0, parts);
      partial = Buffer.OUTPUT;
    }
    int member = fold.member(rank);
    int from = 0; // the range of parts that this rank still has to combine
    int count = parts;
    for (int bit = 1; bit < parts; bit <<= 1) {
      int peer = fold.rank(member ^ bit);
      count >>= 1;
      boolean lower = (member & bit) == 0;
      int kept = lower ? from : from + count;
      steps.send(peer, partial, lower ? from + count : from, count);
      steps.receive(peer, Buffer.SCRATCH, kept, count);
      if (lower) {
        steps.reduce(partial, kept, Buffer.SCRATCH, kept, Buffer.OUTPUT, kept, count);
      } else {
        steps.reduce(Buffer.SCRATCH, kept, partial, kept, Buffer.OUTPUT, kept, count);
      }
      partial = Buffer.OUTPUT;
      from = kept;
    }
    for (int bit = parts >> 1; bit > 0; bit >>= 1) {
      int peer = fold.rank(member ^ bit);
      boolean lower = (member & bit) == 0;
      steps.send(peer, Buffer.OUTPUT, from, count);
      steps.receive(peer, Buffer.OUTPUT, lower ? from + count : from - count, count);
      from = lower ? from : from - count;
      count <<= 1;
    }
    if (partial == Buffer.INPUT) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, parts);
    }
    if (fold.isPaired(rank)) {
      steps.send(rank - 1, Buffer.OUTPUT, 0, parts);
    }
    return steps.build();
  }
}
