package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather of short blocks: in round {@code k} partners whose numbers differ in bit {@code k}
 * exchange the blocks of {@code 2^k} members that each has. For other numbers of ranks than powers
 * of two see {@link PowerOfTwo}: the even rank of a pair gives its block to the odd one first and
 * gets all blocks last.
 *
 * <p>Cost {@code log2 p a + (p - 1) n b}, and {@code 2 a + (p + 1) n b} for a fold; nothing is
 * staged.
 *
 * @param folded whether it is for other numbers of ranks, too
 */
public record RecursiveDoublingAllGather(boolean folded) implements ScheduledAlgorithm {
  /** For powers of two. */
  public RecursiveDoublingAllGather() {
    this(false);
  }

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
    return folded ? "folded-recursive-doubling" : "recursive-doubling";
  }

  @Override
  public boolean supports(int ranks) {
    return folded || Integer.bitCount(ranks) == 1;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    PowerOfTwo fold = new PowerOfTwo(ranks);
    if (fold.stepsAside(rank)) {
      steps.send(rank + 1, Buffer.INPUT, 0, 1);
      steps.receive(rank + 1, Buffer.OUTPUT, 0, ranks);
      return steps.build();
    }
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank, 1);
    if (fold.isPaired(rank)) {
      steps.receive(rank - 1, Buffer.OUTPUT, rank - 1, 1);
    }
    int member = fold.member(rank);
    for (int bit = 1; bit < fold.members; bit <<= 1) {
      int other = member ^ bit;
      int peer = fold.rank(other);
      int from = member & -bit;
      int otherFrom = other & -bit;
      steps.send(peer, Buffer.OUTPUT, fold.first(from), fold.first(from + bit) - fold.first(from));
      steps.receive(
          peer,
          Buffer.OUTPUT,
          fold.first(otherFrom),
          fold.first(otherFrom + bit) - fold.first(otherFrom));
    }
    if (fold.isPaired(rank)) {
      steps.send(rank - 1, Buffer.OUTPUT, 0, ranks);
    }
    return steps.build();
  }
}
