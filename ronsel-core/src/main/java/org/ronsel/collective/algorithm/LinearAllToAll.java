package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll in which each rank sends to all and receives from all at once, beginning with its
 * neighbours, so that no rank is the first target of all.
 *
 * <p>Cost {@code (p - 1) (o + n b)}; {@code p (p - 1)} messages of one block.
 *
 * @param collective ALL_TO_ALL or ALL_TO_ALLV
 */
public record LinearAllToAll(Collective collective, AtOnce atOnce) implements ScheduledAlgorithm {
  /** The messages that a rank has under way at once; the others go one after the other. */
  public enum AtOnce {
    /** Sends and receives. */
    ALL("linear"),
    /** Receives: a rank sends to one rank at a time. */
    RECEIVES("linear-one-send"),
    /** Sends: a rank receives from one rank at a time. */
    SENDS("linear-one-receive");

    private final String name;

    AtOnce(String name) {
      this.name = name;
    }
  }

  /** Makes one with all messages at once. */
  public LinearAllToAll(Collective collective) {
    this(collective, AtOnce.ALL);
  }

  @Override
  public String summary() {
    return switch (atOnce) {
      case ALL -> "everybody sends all blocks at once";
      case RECEIVES -> "everybody receives all blocks at once, and sends one after the other";
      case SENDS -> "everybody sends all blocks at once, and receives one after the other";
    };
  }

  @Override
  public String name() {
    return atOnce.name;
  }

  @Override
  public boolean supportsInPlace() {
    return false;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    int before = -1;
    for (int distance = 1; distance < ranks; distance++) {
      int below = (rank - distance + ranks) % ranks;
      int receive = steps.receive(below, Buffer.OUTPUT, below, 1);
      if (atOnce == AtOnce.SENDS && before >= 0) {
        steps.order(before, receive);
      }
      before = receive;
    }
    before = -1;
    for (int distance = 1; distance < ranks; distance++) {
      int above = (rank + distance) % ranks;
      int send = steps.send(above, Buffer.INPUT, above, 1);
      if (atOnce == AtOnce.RECEIVES && before >= 0) {
        steps.order(before, send);
      }
      before = send;
    }
    steps.copy(Buffer.INPUT, rank, Buffer.OUTPUT, rank, 1);
    return steps.build();
  }
}
