package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter of blocks around a ring (the bucket algorithm): each block travels past all ranks,
 * which add their operands, and ends at its own. Only neighbours talk. Blocks are combined in
 * orders of their own, so the operator must be commutative.
 *
 * <p>Cost {@code (p - 1) (a + n b + n c)} for blocks of {@code n} bytes; {@code p (p - 1)}
 * messages; four blocks are staged.
 *
 * @param collective REDUCE_SCATTER_BLOCK or REDUCE_SCATTER
 */
public record RingReduceScatter(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "blocks go around a ring while they are combined (bucket)";
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
    return Scratch.times(4, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    // Blocks that differ in length have units of their own in each place.
    int blocks = collective.hasTable() ? ranks : 1;
    ScheduleBuilder steps =
        new ScheduleBuilder(rank, ranks, 1, 0)
            .outputAnywhereInInput(collective.hasTable())
            .scratchInPlaces(blocks);
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
    }
    int next = (rank + 1) % ranks;
    int previous = (rank - 1 + ranks) % ranks;
    // Places 0 and 1 of SCRATCH are landed in, 2 and 3 have the sums that travel on, in turn.
    Buffer sent = Buffer.INPUT;
    int sentUnit = previous;
    for (int round = 0; round < ranks - 1; round++) {
      int turn = round & 1;
      int block = (rank - round - 2 + 2 * ranks) % ranks;
      steps.send(next, sent, sentUnit, 1);
      int landing = turn * blocks + block % blocks;
      steps.receive(previous, Buffer.SCRATCH, landing, 1);
      boolean last = round == ranks - 2;
      sent = last ? Buffer.OUTPUT : Buffer.SCRATCH;
      sentUnit = last ? 0 : landing + 2 * blocks;
      steps.reduce(Buffer.SCRATCH, landing, Buffer.INPUT, block, sent, sentUnit, 1);
    }
    return steps.build();
  }
}
