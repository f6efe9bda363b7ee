package org.ronsel.sim.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.memory.ByteSize;
import org.ronsel.sim.Level;
import org.ronsel.sim.Model;
import org.ronsel.sim.Prediction;
import org.ronsel.sim.Predictor;
import org.ronsel.sim.SimulatedPlacement;
import org.ronsel.sim.SimulationException;

/**
 * The predictions of one operation in one layout as text, each row printed when it is known. A row
 * that is better than all earlier rows of its size is marked, so the last mark is at the best one.
 */
final class PredictionTable {
  private static final String TITLE = "algorithm";

  private final Collective collective;
  private final SimulatedPlacement layout;
  private final int root;
  private final Model model;
  private final PrintWriter out;
  private final List<ScheduledAlgorithm> algorithms;

  /** A row's size and name, as wide as the longest. */
  private final String head;

  private final String line;

  PredictionTable(
      Collective collective,
      SimulatedPlacement layout,
      int root,
      Model model,
      PrintWriter out,
      List<ScheduledAlgorithm> algorithms) {
    this.algorithms = List.copyOf(algorithms);
    int width =
        Stream.concat(Stream.of(TITLE), algorithms.stream().map(Algorithm::name))
            .mapToInt(String::length)
            .max()
            .orElseThrow();
    head = "%-6s %-" + width + "s ";
    line = head + "%14s %c %12s %12s %12s %16s%n";
    this.collective = collective;
    this.layout = layout;
    this.root = root;
    this.model = model;
    this.out = out;
    out.printf(
        Locale.ROOT,
        "%s, %s: %d in each JVM, on %s%s%n",
        collective.call(),
        count(layout.ranks(), "rank"),
        Math.min(layout.ranksPerJvm(), layout.ranks()),
        count(layout.hosts(), "host"),
        layout.hosts() > 1 ? ", " + layout.order().name().toLowerCase(Locale.ROOT) : "");
    out.printf(line, "size", TITLE, "us", ' ', "in JVMs", "between JVMs", "hosts: msgs", "bytes");
    out.flush();
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  /** Predicts all algorithms for a size, the most promising first. */
  void add(long bytes) {
    double best = Double.POSITIVE_INFINITY;
    for (ScheduledAlgorithm algorithm : PromisingFirst.order(algorithms, layout, bytes, model)) {
      try {
        Prediction prediction = predict(algorithm, bytes);
        print(algorithm.name(), bytes, prediction, prediction.maxNs() < best);
        best = Math.min(best, prediction.maxNs());
      } catch (SimulationException e) {
        out.printf(
            Locale.ROOT, head + "%s%n", ByteSize.format(bytes), algorithm.name(), e.getMessage());
      }
      out.flush();
    }
  }

  private Prediction predict(ScheduledAlgorithm algorithm, long bytes) {
    String task = collective.call() + " " + ByteSize.format(bytes) + " " + algorithm.name();
    try (DelayedProgressBar progress = new DelayedProgressBar(task)) {
      return Predictor.predict(algorithm, layout, root, bytes, model, progress);
    }
  }

  private void print(String name, long bytes, Prediction prediction, boolean isBest) {
    out.printf(
        Locale.ROOT,
        line,
        ByteSize.format(bytes),
        name,
        String.format(Locale.ROOT, "%.3f", prediction.maxNs() / 1e3),
        isBest ? '*' : ' ',
        prediction.messages(Level.THREAD),
        prediction.messages(Level.PROCESS),
        prediction.messages(Level.HOST),
        prediction.bytes(Level.HOST));
  }

  /** Ends the table. */
  void end() {
    out.println();
    out.flush();
  }
}
