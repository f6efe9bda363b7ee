package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;

/**
 * Gather or scatter on a tree in portions: where all that passes over an edge, the blocks of the
 * subtree behind it, is longer than 32 KB it goes in messages of no more than that, so an inner
 * node stages two of them however many ranks are below it.
 */
public final class Portioned extends ByLength {
  private Portioned(Collective collective, Arrangement tree) {
    super(
        Portion.NUMBERS,
        Portion.NUMBERS - 1,
        number ->
            collective == Collective.GATHER
                ? new TreeGather(collective, tree, Portion.of(number))
                : new TreeScatter(collective, tree, Portion.of(number)));
  }

  /** Gather up a tree. */
  public static ScheduledAlgorithm gather(Arrangement tree) {
    return new Portioned(Collective.GATHER, tree);
  }

  /** Scatter down a tree. */
  public static ScheduledAlgorithm scatter(Arrangement tree) {
    return new Portioned(Collective.SCATTER, tree);
  }

  @Override
  int number(long bytes) {
    return Portion.number(bytes);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    long portion = Math.max(Portion.BYTES, Scratch.part(bytes, Portion.MOST_PARTS));
    return Math.min(whole.scratchBytes(placement, bytes), 2 * portion);
  }
}
