package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Scan or exscan in which each rank sends its operand to all ranks above, and combines the operands
 * of the ranks below in their order.
 *
 * <p>Cost {@code (p - 1) (o + n b + n c)}; {@code p (p - 1)/2} messages; no rank waits for a
 * partial result of another.
 *
 * @param collective SCAN or EXSCAN
 */
public record FlatScan(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "everybody sends its operand to all ranks above";
  }

  @Override
  public String name() {
    return "flat";
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(3, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    for (int above = rank + 1; above < ranks; above++) {
      steps.send(above, Buffer.INPUT, 0, 1);
    }
    boolean inclusive = collective == Collective.SCAN;
    if (rank == 0) {
      if (inclusive) {
        steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
      }
      return steps.build();
    }
    // Units 0 and 1 of SCRATCH are landed in, unit 2 has the combination so far.
    steps.receive(0, Buffer.SCRATCH, 2, 1);
    for (int below = 1; below < rank; below++) {
      int landing = below & 1;
      steps.receive(below, Buffer.SCRATCH, landing, 1);
      steps.reduce(Buffer.SCRATCH, 2, Buffer.SCRATCH, landing, Buffer.SCRATCH, 2, 1);
    }
    if (inclusive) {
      steps.reduce(Buffer.SCRATCH, 2, Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    } else {
      steps.copy(Buffer.SCRATCH, 2, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
