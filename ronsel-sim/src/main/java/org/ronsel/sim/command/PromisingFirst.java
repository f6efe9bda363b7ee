package org.ronsel.sim.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.sim.Model;
import org.ronsel.sim.Predictor;
import org.ronsel.sim.SimulatedPlacement;
import org.ronsel.sim.SimulationException;

/**
 * Orders algorithms by their time on fewer ranks with a similar layout, which is simulated quickly:
 * the likely best ones come first, those that may take minutes to simulate last.
 */
final class PromisingFirst {
  /** Number of ranks of the small layout, unless its hosts have more. */
  private static final int FEW_RANKS = 64;

  private static final int FEW_HOSTS = 4;
  private static final int MOST_RANKS = 512;

  private PromisingFirst() {}

  /** The algorithms, the most promising one first. */
  static List<ScheduledAlgorithm> order(
      List<ScheduledAlgorithm> algorithms, SimulatedPlacement layout, long bytes, Model model) {
    SimulatedPlacement few = few(layout);
    record Tried(ScheduledAlgorithm algorithm, double ns) {}
    List<Tried> tried = new ArrayList<>();
    for (ScheduledAlgorithm algorithm : algorithms) {
      double ns;
      try {
        ns = Predictor.predict(algorithm, few, bytes, model).maxNs();
      } catch (SimulationException e) {
        // Its row reports at once that it cannot be simulated.
        ns = 0;
      }
      tried.add(new Tried(algorithm, ns));
    }
    tried.sort(Comparator.comparingDouble(Tried::ns));
    return tried.stream().map(Tried::algorithm).toList();
  }

  /** The layout with fewer ranks; their number is a power of two if that of the whole layout is. */
  private static SimulatedPlacement few(SimulatedPlacement layout) {
    long whole = Math.max(FEW_RANKS, (long) FEW_HOSTS * layout.ranksPerHost());
    int ranks = (int) Math.min(whole, MOST_RANKS);
    if (layout.ranks() <= ranks) {
      return layout;
    }
    boolean even = Integer.bitCount(layout.ranks()) == 1;
    return new SimulatedPlacement(
        even ? Integer.highestOneBit(ranks) : ranks - ranks / 8,
        layout.ranksPerJvm(),
        layout.jvmsPerHost(),
        layout.order());
  }
}
