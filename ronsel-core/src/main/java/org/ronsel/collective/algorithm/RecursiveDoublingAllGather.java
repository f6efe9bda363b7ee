package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather of short blocks for powers of two: in round {@code k} partners whose ranks differ in
 * bit {@code k} exchange the {@code 2^k} blocks that each has.
 *
 * <p>Cost {@code log2 p a + (p - 1) n b}; nothing is staged.
 */
public final class RecursiveDoublingAllGather implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_GATHER;
  }

  @Override
  public String summary() {
    return "in log2 p rounds pairs exchange all that they have";
  }

  @Override
  public String name() {
    return "recursive-doubling";
  }

  @Override
  public boolean supports(int ranks) {
    return Integer.bitCount(ranks) == 1;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank, 1);
    for (int bit = 1; bit < ranks; bit <<= 1) {
      int peer = rank ^ bit;
      steps.send(peer, Buffer.OUTPUT, rank & -bit, bit);
      steps.receive(peer, Buffer.OUTPUT, peer & -bit, bit);
    }
    return steps.build();
  }
}
