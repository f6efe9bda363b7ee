package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Gather of long blocks: everybody sends to the root, which receives in place.
 *
 * <p>Cost {@code (p - 1) (a + n b)} at the root; {@code p - 1} messages of {@code n} bytes, no
 * staging.
 */
public final class LinearGather implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.GATHER;
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, root);
    if (rank != root) {
      steps.send(root, Buffer.INPUT, 0, 1);
      return steps.build();
    }
    for (int peer = 0; peer < ranks; peer++) {
      if (peer != root) {
        steps.receive(peer, Buffer.OUTPUT, peer, 1);
      }
    }
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, root, 1);
    return steps.build();
  }
}
