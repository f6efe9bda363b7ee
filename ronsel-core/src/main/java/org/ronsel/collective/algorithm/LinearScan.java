package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Scan or exscan along the ranks: each gets the combination of all below it from its neighbour and
 * passes on its own.
 *
 * <p>Cost {@code (p - 1) (a + n b + n c)}; {@code p - 1} messages.
 *
 * @param collective SCAN or EXSCAN
 */
public record LinearScan(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "partial results go from each rank to the next";
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return true;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    boolean inclusive = collective == Collective.SCAN;
    if (rank == 0) {
      if (ranks > 1) {
        steps.send(1, Buffer.INPUT, 0, 1);
      }
      if (inclusive) {
        steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
      }
      return steps.build();
    }
    steps.receive(rank - 1, Buffer.SCRATCH, 0, 1);
    boolean last = rank == ranks - 1;
    if (inclusive) {
      steps.reduce(Buffer.SCRATCH, 0, Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    } else if (!last) {
      steps.reduce(Buffer.SCRATCH, 0, Buffer.INPUT, 0, Buffer.SCRATCH, 1, 1);
    }
    if (!last) {
      steps.send(rank + 1, inclusive ? Buffer.OUTPUT : Buffer.SCRATCH, inclusive ? 0 : 1, 1);
    }
    if (!inclusive) {
      steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
