package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter of blocks by recursive halving, for commutative operators: partners at half the
 * distance of the round before exchange the half of their blocks that the other is to keep. For
 * other numbers of ranks than powers of two see {@link PowerOfTwo}: the even rank of a pair gives
 * all its operands to the odd one first and gets its block last.
 *
 * <p>Cost {@code log2 p a + (p - 1) n (b + c)} for blocks of {@code n} bytes.
 *
 * @param collective REDUCE_SCATTER_BLOCK or REDUCE_SCATTER
 * @param folded whether it is for other numbers of ranks, too
 */
public record HalvingReduceScatter(Collective collective, boolean folded)
    implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "halves of the data are exchanged and combined, in log2 p rounds";
  }

  @Override
  public String name() {
    return folded ? "folded-recursive-halving" : "recursive-halving";
  }

  @Override
  public boolean keepsRankOrder() {
    return false;
  }

  @Override
  public boolean supports(int ranks) {
    return folded || Integer.bitCount(ranks) == 1;
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2L * placement.ranks(), bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps =
        new ScheduleBuilder(rank, ranks, 1, 0).outputAnywhereInInput(collective.hasTable());
    PowerOfTwo fold = new PowerOfTwo(ranks);
    if (fold.stepsAside(rank)) {
      steps.send(rank + 1, Buffer.INPUT, 0, ranks);
      steps.receive(rank + 1, Buffer.OUTPUT, 0, 1);
      return steps.build();
    }
    // In SCRATCH blocks keep their numbers; messages land in its second half.
    Buffer partial = Buffer.INPUT;
    if (fold.isPaired(rank)) {
      steps.receive(rank - 1, Buffer.SCRATCH, ranks, ranks);
      steps.reduce(Buffer.SCRATCH, ranks, Buffer.INPUT, 0, Buffer.SCRATCH, 0, ranks);
      partial = Buffer.SCRATCH;
    }
    int member = fold.member(rank);
    int from = 0; // the members whose blocks this rank still combines
    for (int half = fold.members >> 1; half > 0; half >>= 1) {
      boolean lower = (member & half) == 0;
      int peer = fold.rank(member ^ half);
      int kept = lower ? from : from + half;
      int given = lower ? from + half : from;
      int first = fold.first(kept);
      int blocks = fold.first(kept + half) - first;
      steps.send(peer, partial, fold.first(given), fold.first(given + half) - fold.first(given));
      steps.receive(peer, Buffer.SCRATCH, ranks + first, blocks);
      steps.reduce(partial, first, Buffer.SCRATCH, ranks + first, Buffer.SCRATCH, first, blocks);
      partial = Buffer.SCRATCH;
      from = kept;
    }
    if (fold.isPaired(rank)) {
      steps.send(rank - 1, partial, rank - 1, 1);
    }
    steps.copy(partial, rank, Buffer.OUTPUT, 0, 1);
    return steps.build();
  }
}
