package org.ronsel.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.sim.Model;
import org.ronsel.sim.Predictor;
import org.ronsel.sim.SimulatedPlacement;
import org.ronsel.sim.SimulationException;

/**
 * Answers questions by a model of a machine. With many ranks all algorithms are first predicted
 * with a few of them, and only the most promising ones with all.
 */
public final class TimePredictor {
  /** Largest number of ranks with which all algorithms are simulated. */
  private static final int FEW_RANKS = 1024;

  /** Number of algorithms that are simulated with all ranks. */
  private static final int PROMISING = 4;

  private final Model model;

  /** Creates a predictor for a model. */
  public TimePredictor(Model model) {
    this.model = model;
  }

  /** Predicts the times of the algorithms. */
  public Answer predict(Question question) {
    CommShape shape = question.shape();
    List<ScheduledAlgorithm> algorithms = new ArrayList<>();
    for (Algorithm each : KnownAlgorithms.of(question.collective())) {
      if (each instanceof ScheduledAlgorithm scheduled
          && each.supports(shape.ranks(), shape.grouping())) {
        algorithms.add(scheduled);
      }
    }
    if (shape.ranks() > FEW_RANKS) {
      // A power of two if the number of ranks is one, since some algorithms depend on it.
      int few = Math.max(2, shape.ranks() / Math.ceilDiv(shape.ranks(), FEW_RANKS));
      few = Integer.bitCount(shape.ranks()) == 1 ? Integer.highestOneBit(few) : few;
      algorithms = promising(predict(question, algorithms, layout(shape, few)), question);
    }
    Map<String, Double> times = predict(question, algorithms, layout(shape, shape.ranks()));
    return new Answer(question, times);
  }

  private static List<ScheduledAlgorithm> promising(Map<String, Double> times, Question question) {
    List<ScheduledAlgorithm> chosen = new ArrayList<>();
    List<Map.Entry<String, Double>> fastest = new ArrayList<>(times.entrySet());
    fastest.sort(Map.Entry.comparingByValue(Comparator.naturalOrder()));
    String usual = TableMaker.usual(question).name();
    for (Map.Entry<String, Double> each : fastest) {
      if (chosen.size() < PROMISING || each.getKey().equals(usual)) {
        if (KnownAlgorithms.find(question.collective(), each.getKey())
            instanceof ScheduledAlgorithm scheduled) {
          chosen.add(scheduled);
        }
      }
    }
    return chosen;
  }

  private static SimulatedPlacement layout(CommShape shape, int ranks) {
    return new SimulatedPlacement(
        ranks,
        shape.ranksPerJvm(),
        Math.max(1, shape.ranksPerHost() / shape.ranksPerJvm()),
        SimulatedPlacement.Order.BLOCK);
  }

  private Map<String, Double> predict(
      Question question, List<ScheduledAlgorithm> algorithms, SimulatedPlacement layout) {
    Map<String, Double> times = new LinkedHashMap<>();
    for (ScheduledAlgorithm algorithm : algorithms) {
      if (!algorithm.supports(layout.ranks(), layout.placement().grouping())) {
        continue;
      }
      try {
        times.put(
            algorithm.name(),
            Predictor.predict(algorithm, layout, question.bytes(), model).maxNs());
      } catch (SimulationException e) {
        continue; // an algorithm with too many steps to simulate is not fast
      }
    }
    return times;
  }
}
