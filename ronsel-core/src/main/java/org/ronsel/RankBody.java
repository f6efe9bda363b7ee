package org.ronsel;

/** The code that every rank of an embedded job runs. */
@FunctionalInterface
public interface RankBody {
  /**
   * Runs one rank.
   *
   * @param world the communicator of all ranks, as this rank sees it
   * @throws Exception to fail the rank and with it the job
   */
  void run(Comm world) throws Exception;
}
