package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;

/** An algorithm that sends messages. */
public interface ScheduledAlgorithm extends Algorithm {
  /**
   * The schedule of one rank.
   *
   * @param placement the placement of the ranks; flat algorithms use nothing but their number
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

  /** The schedule of one rank where all ranks are in one JVM. */
  default Schedule schedule(int rank, int ranks, int root) {
    return schedule(rank, Placement.together(ranks), root);
  }
}
