package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather of short blocks that differ in length, by an algorithm for blocks of one length: they
 * are gathered in SCRATCH, where they lie one behind the other in the order of ranks, so that many
 * go in one message, and are copied from there to their places. All ranks know all lengths.
 *
 * <p>Costs what the algorithm costs, and a copy of all blocks, which are staged.
 *
 * @param algorithm an algorithm that stages nothing where ranks are contiguous
 */
public record PackedAllGather(ScheduledAlgorithm algorithm) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_GATHERV;
  }

  @Override
  public String summary() {
    return "packed: " + algorithm.summary();
  }

  @Override
  public String name() {
    return algorithm.name();
  }

  @Override
  public boolean supports(int ranks) {
    return algorithm.supports(ranks);
  }

  /** Blocks must not change their order on the way, since their lengths would change with it. */
  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return algorithm.supports(ranks, grouping) && grouping.contiguous();
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(placement.ranks(), bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    Schedule inner = algorithm.schedule(rank, placement, 0);
    if (inner.scratchUnits() > 0) {
      throw new IllegalStateException(algorithm.name() + " has no room to stage blocks");
    }
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    Embedding.add(steps, inner, peer -> peer, IN_SCRATCH);
    for (int block = 0; block < ranks; block++) {
      steps.copy(Buffer.SCRATCH, block, Buffer.OUTPUT, block, 1);
    }
    return steps.build();
  }

  private static final Embedding.Places IN_SCRATCH =
      new Embedding.Places() {
        @Override
        public Buffer buffer(Buffer inner) {
          return inner == Buffer.INPUT ? Buffer.INPUT : Buffer.SCRATCH;
        }

        @Override
        public int unit(Buffer inner, int unit) {
          return unit;
        }

        @Override
        public int units(Buffer inner, int unit, int units) {
          return units;
        }
      };
}
