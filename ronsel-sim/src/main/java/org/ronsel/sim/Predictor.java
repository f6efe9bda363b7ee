package org.ronsel.sim;

import java.util.function.DoubleConsumer;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Placement;

/**
 * Predicts the time of a collective operation by one algorithm on a machine that need not exist.
 * Thread-safe; the same arguments give exactly the same result.
 */
public final class Predictor {
  private Predictor() {}

  /**
   * Simulates one operation with root 0; all ranks start it at the same time.
   *
   * @param bytes of the message as the selection of algorithms counts them: of one rank's block
   *     where ranks have blocks
   * @throws SimulationException if the algorithm does not support the number of ranks, or takes
   *     more steps than can be simulated
   */
  public static Prediction predict(
      ScheduledAlgorithm algorithm, SimulatedPlacement layout, long bytes, Model model) {
    return predict(algorithm, layout, 0, bytes, model);
  }

  /** As {@link #predict(ScheduledAlgorithm, Layout, long, Model)}, with any root. */
  public static Prediction predict(
      ScheduledAlgorithm algorithm, SimulatedPlacement layout, int root, long bytes, Model model) {
    return predict(algorithm, layout, root, bytes, model, done -> {});
  }

  /**
   * As {@link #predict(ScheduledAlgorithm, Layout, int, long, Model)}.
   *
   * @param progress receives, now and then, the fraction of the work that is complete, 0 to 1
   */
  public static Prediction predict(
      ScheduledAlgorithm algorithm,
      SimulatedPlacement layout,
      int root,
      long bytes,
      Model model,
      DoubleConsumer progress) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a message of " + bytes + " bytes");
    }
    if (root < 0 || root >= layout.ranks()) {
      throw new IllegalArgumentException("no root " + root + " of " + layout.ranks() + " ranks");
    }
    Placement placement = layout.placement();
    if (!algorithm.supports(layout.ranks(), placement.grouping())) {
      throw new SimulationException(
          algorithm.collective().call()
              + " by "
              + algorithm.name()
              + " does not work on "
              + layout.ranks()
              + " ranks");
    }
    int elementBytes = elementBytes(algorithm.collective(), bytes);
    RankSchedules schedules =
        RankSchedules.of(
            algorithm.forBytes(bytes),
            placement,
            root,
            bytes / elementBytes,
            elementBytes,
            made -> progress.accept(made / 2));
    return new Simulation(schedules, layout, model, done -> progress.accept((1 + done) / 2)).run();
  }

  /**
   * The size of an element: reductions are mostly of doubles, which cannot be divided; other data
   * count as bytes.
   */
  private static int elementBytes(Collective collective, long bytes) {
    return bytes % Double.BYTES == 0 && collective.combines() ? Double.BYTES : 1;
  }
}
