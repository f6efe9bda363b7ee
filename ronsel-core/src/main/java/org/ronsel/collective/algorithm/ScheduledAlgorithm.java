package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;

/** An algorithm that sends messages. */
public interface ScheduledAlgorithm extends Algorithm {
  /**
   * What one rank does.
   *
   * @param placement where the ranks are; flat algorithms want nothing but their number
   * @param root the root of the operation; 0 where it has none
   */
  Schedule schedule(int rank, Placement placement, int root);

  /**
   * The algorithm that executes a message of a length, where that decides how it is divided; always
   * the same object for a length. All ranks ask with the same length.
   *
   * @param bytes of the message, of one rank's block where ranks have blocks
   */
  default ScheduledAlgorithm forBytes(long bytes) {
    return this;
  }

  /** What one of ranks does that are all in one JVM. */
  default Schedule schedule(int rank, int ranks, int root) {
    return schedule(rank, Placement.together(ranks), root);
  }
}
