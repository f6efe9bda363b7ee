package org.ronsel.collective.algorithm;

import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter in which each rank sends each other one the operands of its block, and combines
 * those that it receives in the order of ranks, neighbours first: {@link FixedOrder}. Nothing is
 * combined twice; two blocks are staged, and {@code log2 p} partial results.
 *
 * <p>Cost {@code (p - 1) (a + n b + n c)} for blocks of {@code n} bytes; {@code p (p - 1)}
 * messages.
 *
 * @param collective REDUCE_SCATTER_BLOCK or REDUCE_SCATTER
 */
public record PairwiseReduceScatter(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "in p - 1 rounds everybody sends one rank its block, which combines it";
  }

  @Override
  public String name() {
    return "pairwise";
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return true;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2L + FixedOrder.depth(placement.ranks()), bytes);
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
    // To the ranks above first: each receiver begins with rank 0's, or, if that is itself, rank
    // 1's.
    for (int distance = 1; distance < ranks; distance++) {
      int peer = (rank + distance) % ranks;
      steps.send(peer, Buffer.INPUT, peer, 1);
    }
    if (ranks == 1) {
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, 0, 1);
      return steps.build();
    }
    // Places 0 and 1 of SCRATCH are landed in; the stack of partial results begins at place 2. An
    // operand lies where it is until it is combined.
    Buffer[] buffers = new Buffer[FixedOrder.depth(ranks)];
    int[] units = new int[buffers.length];
    int top = -1;
    int landing = 0;
    for (int from = 0; from < ranks; from++) {
      boolean own = from == rank;
      if (!own) {
        steps.receive(from, Buffer.SCRATCH, landing * blocks + rank % blocks, 1);
      }
      top++;
      buffers[top] = own ? Buffer.INPUT : Buffer.SCRATCH;
      units[top] = own ? rank : landing * blocks + rank % blocks;
      for (int merges = FixedOrder.merges(from, ranks); merges > 0; merges--) {
        boolean last = from == ranks - 1 && top == 1;
        Buffer out = last ? Buffer.OUTPUT : Buffer.SCRATCH;
        int outUnit = last ? 0 : (top + 1) * blocks + rank % blocks;
        steps.reduce(buffers[top - 1], units[top - 1], buffers[top], units[top], out, outUnit, 1);
        top--;
        buffers[top] = out;
        units[top] = outUnit;
      }
      if (!own) {
        landing = 1 - landing;
      }
    }
    return steps.build();
  }
}
