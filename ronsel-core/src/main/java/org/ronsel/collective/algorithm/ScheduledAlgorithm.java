package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Schedule;

/** An algorithm that sends messages. */
public interface ScheduledAlgorithm extends Algorithm {
  /**
   * What one rank does.
   *
   * @param root the root of the operation; 0 where it has none
   */
  Schedule schedule(int rank, int ranks, int root);
}
