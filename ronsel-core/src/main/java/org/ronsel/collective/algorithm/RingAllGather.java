package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather of long blocks: in each of {@code p - 1} rounds every rank passes on to the next rank
 * the block it got in the round before.
 *
 * <p>Cost {@code (p - 1) (a + n b)}; only neighbours talk, and nothing is staged.
 *
 * @param collective ALL_GATHER or ALL_GATHERV
 */
public record RingAllGather(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "blocks go around a ring in p - 1 rounds; for long messages";
  }

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank, 1);
    int next = (rank + 1) % ranks;
    int previous = (rank - 1 + ranks) % ranks;
    for (int round = 0; round < ranks - 1; round++) {
      steps.send(next, Buffer.OUTPUT, (rank - round + ranks) % ranks, 1);
      steps.receive(previous, Buffer.OUTPUT, (rank - 1 - round + ranks) % ranks, 1);
    }
    return steps.build();
  }
}
