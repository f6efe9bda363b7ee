package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll in place: blocks arrive in scratch and replace those that have been sent. Two blocks are
 * staged at a time.
 *
 * <p>Cost {@code (p - 1) (a + n b)} and a copy; {@code p (p - 1)} messages of one block.
 *
 * @param collective ALL_TO_ALL or ALL_TO_ALLV
 */
public record InPlaceAllToAll(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "pairs of ranks swap their blocks in place, one after the other";
  }

  @Override
  public String name() {
    return "in-place";
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(2, bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    // Blocks that differ in length have units of their own in each place.
    int units = collective.hasTable() ? ranks : 1;
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, 0).scratchInPlaces(units);
    steps.copy(Buffer.INPUT, rank, Buffer.OUTPUT, rank, 1);
    int landing = 0;
    // Both of a pair meet in the same round.
    for (int round = 0; round < ranks; round++) {
      int peer = (round - rank + ranks) % ranks;
      if (peer != rank) {
        int unit = landing * units + peer % units;
        steps.send(peer, Buffer.INPUT, peer, 1);
        steps.receive(peer, Buffer.SCRATCH, unit, 1);
        steps.copy(Buffer.SCRATCH, unit, Buffer.OUTPUT, peer, 1);
        landing = 1 - landing;
      }
    }
    return steps.build();
  }
}
