package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll of short blocks: a block that has to go {@code d} ranks up goes by the powers of two in
 * {@code d}; in round {@code k} a rank sends all its blocks with that bit in one message.
 *
 * <p>Cost {@code ceil(log2 p) (a + p/2 n b)} and copies of {@code p n log2 p}; {@code p ceil(log2
 * p)} messages; stages all blocks twice. Bruck, Ho, Kipnis, Upfal and Weathersby, "Efficient
 * algorithms for all-to-all communications in multiport message-passing systems", 1997.
 */
public final class BruckAllToAll implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_TO_ALL;
  }

  @Override
  public String summary() {
    return "in ceil(log2 p) rounds of half the blocks: few messages, more bytes; for short blocks";
  }

  @Override
  public String name() {
    return "bruck";
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2L * placement.ranks() + 1, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    // Unit d of SCRATCH has the block that goes d ranks up.
    steps.copy(Buffer.INPUT, rank, Buffer.SCRATCH, 0, ranks - rank);
    if (rank > 0) {
      steps.copy(Buffer.INPUT, 0, Buffer.SCRATCH, ranks - rank, rank);
    }
    int most = (ranks + 1) / 2;
    int leaving = ranks;
    int coming = ranks + most;
    for (int bit = 1; bit < ranks; bit <<= 1) {
      int blocks = 0;
      for (int from = bit; from < ranks; from += 2 * bit) {
        int run = Math.min(bit, ranks - from);
        steps.copy(Buffer.SCRATCH, from, Buffer.SCRATCH, leaving + blocks, run);
        blocks += run;
      }
      steps.send((rank + bit) % ranks, Buffer.SCRATCH, leaving, blocks);
      steps.receive((rank - bit + ranks) % ranks, Buffer.SCRATCH, coming, blocks);
      blocks = 0;
      for (int from = bit; from < ranks; from += 2 * bit) {
        int run = Math.min(bit, ranks - from);
        steps.copy(Buffer.SCRATCH, coming + blocks, Buffer.SCRATCH, from, run);
        blocks += run;
      }
    }
    for (int distance = 0; distance < ranks; distance++) {
      int from = (rank - distance + ranks) % ranks;
      steps.copy(Buffer.SCRATCH, distance, Buffer.OUTPUT, from, 1);
    }
    return steps.build();
  }
}
