package org.ronsel.sim.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.launch.spi.Bytes;
import org.ronsel.sim.Layout;
import org.ronsel.sim.Level;
import org.ronsel.sim.Model;
import org.ronsel.sim.Prediction;
import org.ronsel.sim.Predictor;
import org.ronsel.sim.SimulationException;

/** The predictions of one operation in one layout as text; the best of each size is marked. */
final class PredictionTable {
  private static final String LINE = "%-6s %-32s %14s %c %12s %12s %12s %16s%n";

  private final Layout layout;
  private final int root;
  private final Model model;
  private final StringBuilder text = new StringBuilder();

  /** What became of one algorithm. */
  private record Outcome(
      String name, @Nullable Prediction prediction, @Nullable SimulationException why) {
    double nanoseconds() {
      return prediction == null ? Double.POSITIVE_INFINITY : prediction.maxNs();
    }
  }

  PredictionTable(Collective collective, Layout layout, int root, Model model) {
    this.layout = layout;
    this.root = root;
    this.model = model;
    text.append(
        String.format(
            Locale.ROOT,
            "%s, %s: %d in each JVM, on %s%s%n",
            collective.call(),
            count(layout.ranks(), "rank"),
            Math.min(layout.ranksPerJvm(), layout.ranks()),
            count(layout.hosts(), "host"),
            layout.hosts() > 1 ? ", " + layout.order().name().toLowerCase(Locale.ROOT) : ""));
    text.append(
        String.format(
            LINE,
            "size",
            "algorithm",
            "us",
            ' ',
            "in JVMs",
            "between JVMs",
            "hosts: msgs",
            "bytes"));
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  /** Predicts all algorithms for a size. */
  void add(long bytes, List<ScheduledAlgorithm> algorithms) {
    List<Outcome> outcomes = new ArrayList<>();
    for (ScheduledAlgorithm algorithm : algorithms) {
      outcomes.add(outcome(algorithm, bytes));
    }
    double best = outcomes.stream().mapToDouble(Outcome::nanoseconds).min().orElse(0);
    for (Outcome outcome : outcomes) {
      Prediction prediction = outcome.prediction;
      if (prediction == null) {
        String why = outcome.why == null ? "" : outcome.why.getMessage();
        text.append(
            String.format(Locale.ROOT, "%-6s %-32s %s%n", Bytes.format(bytes), outcome.name, why));
        continue;
      }
      text.append(
          String.format(
              Locale.ROOT,
              LINE,
              Bytes.format(bytes),
              outcome.name,
              String.format(Locale.ROOT, "%.3f", prediction.maxNs() / 1e3),
              prediction.maxNs() == best ? '*' : ' ',
              prediction.messages(Level.THREAD),
              prediction.messages(Level.PROCESS),
              prediction.messages(Level.HOST),
              prediction.bytes(Level.HOST)));
    }
  }

  private Outcome outcome(ScheduledAlgorithm algorithm, long bytes) {
    try {
      Prediction prediction = Predictor.predict(algorithm, layout, root, bytes, model);
      return new Outcome(algorithm.name(), prediction, null);
    } catch (SimulationException e) {
      return new Outcome(algorithm.name(), null, e);
    }
  }

  String render() {
    return text.append(System.lineSeparator()).toString();
  }
}
