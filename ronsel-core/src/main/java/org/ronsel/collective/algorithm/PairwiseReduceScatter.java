package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter in which everybody sends each other rank the operands of its block, and combines
 * those that it gets in the order of ranks. Nothing is combined twice, and two blocks are staged.
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
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
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
    // Units 0 and 1 of SCRATCH are landed in; unit 2 has the combination so far.
    Buffer partial = Buffer.INPUT;
    int partialUnit = rank;
    int landing = 0;
    for (int from = 0; from < ranks; from++) {
      boolean own = from == rank;
      if (!own) {
        steps.receive(from, Buffer.SCRATCH, landing, 1);
      }
      Buffer right = own ? Buffer.INPUT : Buffer.SCRATCH;
      int rightUnit = own ? rank : landing;
      if (from == 0) {
        partial = right;
        partialUnit = rightUnit;
      } else {
        boolean last = from == ranks - 1;
        Buffer out = last ? Buffer.OUTPUT : Buffer.SCRATCH;
        int outUnit = last ? 0 : 2;
        steps.reduce(partial, partialUnit, right, rightUnit, out, outUnit, 1);
        partial = Buffer.SCRATCH;
        partialUnit = 2;
      }
      if (!own) {
        landing = 1 - landing;
      }
    }
    return steps.build();
  }
}
