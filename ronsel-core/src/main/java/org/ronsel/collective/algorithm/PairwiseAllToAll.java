package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll of long blocks in rounds: in round {@code k} every rank sends to the one {@code k} above
 * and receives from the one {@code k} below, and the next round waits for both, so that a rank has
 * one message each way at a time.
 *
 * <p>Cost {@code (p - 1) (a + n b)}; {@code p (p - 1)} messages of one block.
 *
 * @param collective ALL_TO_ALL or ALL_TO_ALLV
 */
public record PairwiseAllToAll(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "in p - 1 rounds everybody exchanges with one rank at a time";
  }

  @Override
  public String name() {
    return "pairwise";
  }

  @Override
  public boolean supportsInPlace() {
    return false;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    steps.copy(Buffer.INPUT, rank, Buffer.OUTPUT, rank, 1);
    int sent = -1;
    int received = -1;
    for (int distance = 1; distance < ranks; distance++) {
      int above = (rank + distance) % ranks;
      int below = (rank - distance + ranks) % ranks;
      int receive = steps.receive(below, Buffer.OUTPUT, below, 1);
      int send = steps.send(above, Buffer.INPUT, above, 1);
      if (sent >= 0) {
        steps.order(sent, receive);
        steps.order(received, receive);
        steps.order(sent, send);
        steps.order(received, send);
      }
      sent = send;
      received = receive;
    }
    return steps.build();
  }
}
