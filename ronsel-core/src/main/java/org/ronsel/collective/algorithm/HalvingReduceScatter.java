package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter of blocks by recursive halving, for powers of two and commutative operators:
 * partners at half the distance of the round before exchange the half of their blocks that the
 * other is to keep.
 *
 * <p>Cost {@code log2 p a + (p - 1) n (b + c)} for blocks of {@code n} bytes.
 */
public final class HalvingReduceScatter implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.REDUCE_SCATTER_BLOCK;
  }

  @Override
  public String name() {
    return "recursive-halving";
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public boolean supports(int ranks) {
    return Integer.bitCount(ranks) == 1;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    Buffer partial = Buffer.INPUT;
    int from = 0; // the blocks that this rank still combines; in SCRATCH they keep their numbers
    for (int half = ranks >> 1; half > 0; half >>= 1) {
      int peer = rank ^ half;
      boolean lower = rank < peer;
      int kept = lower ? from : from + half;
      steps.send(peer, partial, lower ? from + half : from, half);
      steps.receive(peer, Buffer.SCRATCH, ranks + kept, half);
      boolean last = half == 1;
      steps.reduce(
          partial,
          kept,
          Buffer.SCRATCH,
          ranks + kept,
          last ? Buffer.OUTPUT : Buffer.SCRATCH,
          last ? 0 : kept,
          half);
      partial = Buffer.SCRATCH;
      from = kept;
    }
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
