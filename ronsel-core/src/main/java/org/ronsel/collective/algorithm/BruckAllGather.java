package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather of short blocks for any number of ranks: in round {@code k} every rank sends the {@code
 * 2^k} blocks it has (fewer in the last round) to the rank {@code 2^k} below and appends those of
 * the rank {@code 2^k} above, modulo {@code p}. The blocks so begin with the rank's own and are
 * rotated into place at the end.
 *
 * <p>Cost {@code ceil(log2 p) a + (p - 1) n b} and a copy of {@code p n}. Bruck, Ho, Kipnis, Upfal
 * and Weathersby, "Efficient algorithms for all-to-all communications in multiport message-passing
 * systems", 1997.
 */
public final class BruckAllGather implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_GATHER;
  }

  @Override
  public String summary() {
    return "in ceil(log2 p) rounds with twice the blocks each; any number of ranks";
  }

  @Override
  public String name() {
    return "bruck";
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(placement.ranks(), bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    steps.copy(Buffer.INPUT, 0, Buffer.SCRATCH, 0, 1);
    for (int have = 1; have < ranks; have <<= 1) {
      int blocks = Math.min(have, ranks - have);
      steps.send((rank - have + ranks) % ranks, Buffer.SCRATCH, 0, blocks);
      steps.receive((rank + have) % ranks, Buffer.SCRATCH, have, blocks);
    }
    steps.copy(Buffer.SCRATCH, 0, Buffer.OUTPUT, rank, ranks - rank);
    if (rank > 0) {
      steps.copy(Buffer.SCRATCH, ranks - rank, Buffer.OUTPUT, 0, rank);
    }
    return steps.build();
  }
}
