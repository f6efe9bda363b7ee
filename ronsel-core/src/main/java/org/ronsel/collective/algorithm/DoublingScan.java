package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Scan or exscan by recursive doubling: in round {@code k} every rank sends the combination of the
 * {@code 2^k} ranks that end with it to the rank {@code 2^k} above, and puts what comes from below
 * on the left of its own. The order of ranks is kept.
 *
 * <p>Cost {@code ceil(log2 p) (a + n b + 2 n c)}. Hillis and Steele, "Data parallel algorithms",
 * 1986.
 *
 * @param collective SCAN or EXSCAN
 */
public record DoublingScan(Collective collective) implements ScheduledAlgorithm {
  // Units of SCRATCH: what comes (one for each round in turn), the combination that ends with this
  // rank, and that of the ranks below.
  private static final int RANGE = 2;
  private static final int BELOW = 3;

  @Override
  public String summary() {
    return "in ceil(log2 p) rounds partial results go 2^k ranks up";
  }

  @Override
  public String name() {
    return "recursive-doubling";
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(4, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0);
    boolean inclusive = collective == Collective.SCAN;
    Buffer range = Buffer.INPUT;
    int rangeUnit = 0;
    boolean hasBelow = false;
    int landing = 0;
    for (int distance = 1; distance < ranks; distance <<= 1) {
      if (rank + distance < ranks) {
        steps.send(rank + distance, range, rangeUnit, 1);
      }
      if (rank - distance >= 0) {
        steps.receive(rank - distance, Buffer.SCRATCH, landing, 1);
        if (!inclusive) {
          if (hasBelow) {
            steps.reduce(Buffer.SCRATCH, landing, Buffer.SCRATCH, BELOW, Buffer.SCRATCH, BELOW, 1);
          } else {
            steps.copy(Buffer.SCRATCH, landing, Buffer.SCRATCH, BELOW, 1);
          }
          hasBelow = true;
        }
        steps.reduce(Buffer.SCRATCH, landing, range, rangeUnit, Buffer.SCRATCH, RANGE, 1);
        range = Buffer.SCRATCH;
        rangeUnit = RANGE;
        landing = 1 - landing;
      }
    }
    if (inclusive) {
      steps.copy(range, rangeUnit, Buffer.OUTPUT, 0, 1);
    } else if (hasBelow) {
      steps.copy(Buffer.SCRATCH, BELOW, Buffer.OUTPUT, 0, 1);
    }
    return steps.build();
  }
}
