package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce of a few bytes in which everybody sends to rank 0, which combines the operands in the
 * order of ranks and sends everybody the result.
 *
 * <p>Cost {@code (p - 1) (2 o + n c)} at rank 0, {@code 2 (p - 1)} messages, two operands of
 * scratch; nobody waits more than once, see {@link LinearBarrier}.
 */
public final class LinearAllReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    if (rank != 0) {
      steps.send(0, Buffer.INPUT, 0, 1);
      steps.receive(0, Buffer.OUTPUT, 0, 1);
      return steps.build();
    }
    Buffer partial = Buffer.INPUT;
    for (int peer = 1; peer < ranks; peer++) {
      int landing = peer & 1;
      steps.receive(peer, Buffer.SCRATCH, landing, 1);
      steps.reduce(partial, 0, Buffer.SCRATCH, landing, Buffer.OUTPUT, 0, 1);
      partial = Buffer.OUTPUT;
    }
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    for (int peer = 1; peer < ranks; peer++) {
      steps.send(peer, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
