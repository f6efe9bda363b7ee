package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllReduce of long messages around a ring (the bucket algorithm): {@code p} parts travel around it
 * once while they are combined, and once more to reach all ranks. Only neighbours talk. Each part
 * is combined in another order, so the operator must be commutative.
 *
 * <p>Cost {@code 2 (p - 1) a + 2 (p - 1)/p n b + (p - 1)/p n c}; {@code 2 p (p - 1)} messages; two
 * parts are staged.
 */
public final class RingAllReduce implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "reduceScatter and allGather around a ring (bucket); for long messages";
  }

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, Scratch.part(bytes, placement.ranks()));
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, ranks, 0).scratchInPlaces(ranks);
    int next = (rank + 1) % ranks;
    int previous = (rank - 1 + ranks) % ranks;
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    for (int round = 0; round < ranks - 1; round++) {
      int sent = (rank - round + ranks) % ranks;
      int received = (rank - round - 1 + ranks) % ranks;
      steps.send(next, round == 0 ? Buffer.INPUT : Buffer.OUTPUT, sent, 1);
      int landing = (round & 1) * ranks + received; // in two places in turn
      steps.receive(previous, Buffer.SCRATCH, landing, 1);
      steps.reduce(Buffer.SCRATCH, landing, Buffer.INPUT, received, Buffer.OUTPUT, received, 1);
    }
    for (int round = 0; round < ranks - 1; round++) {
      steps.send(next, Buffer.OUTPUT, (rank + 1 - round + ranks) % ranks, 1);
      steps.receive(previous, Buffer.OUTPUT, (rank - round + ranks) % ranks, 1);
    }
    return steps.build();
  }
}
