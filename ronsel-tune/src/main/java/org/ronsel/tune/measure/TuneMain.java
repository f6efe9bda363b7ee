package org.ronsel.tune.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.direct.DirectForm;
import org.ronsel.collective.schedule.Spread;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.Shape;

/**
 * Measures all algorithms of some operations, as the ranks of one job. Rank 0 decides which is
 * measured next and tells the others; it prints a line for each operation and length as soon as the
 * times are known: {@link #MARK}, operation, length, and {@code algorithm=nanoseconds}.
 */
public final class TuneMain {
  /** How the lines with times begin. */
  public static final String MARK = "ronsel-tune:";

  /** How the line begins that says that there are no more. */
  public static final String END = MARK + " end";

  private TuneMain() {}

  /**
   * Runs as a rank.
   *
   * @param args whether all ranks share a JVM; seconds that it may take; then {@code
   *     operation:bytes} each
   */
  public static void main(String... args) {
    try (Comm control = Ronsel.world().dup();
        Comm measured = Ronsel.world().dup()) {
      Stage stage = new Stage(control, measured);
      if (control.rank() != 0) {
        stage.serve();
        return;
      }
      measure(stage, control.size(), args);
      stage.end();
      System.out.println(END);
    }
  }

  private static void measure(Stage stage, int ranks, String... args) {
    boolean together = Boolean.parseBoolean(args[0]);
    long endNs = System.nanoTime() + (long) (Double.parseDouble(args[1]) * 1e9);
    for (int i = 2; i < args.length; i++) {
      int colon = args[i].indexOf(':');
      Collective collective = KnownAlgorithms.operation(args[i].substring(0, colon));
      if (collective == null) {
        throw new IllegalArgumentException("no operation is called " + args[i]);
      }
      int bytes = Integer.parseInt(args[i].substring(colon + 1));
      // The first calls of a job are slow whatever is called: they get a share of their own.
      long leftNs = Math.max(0, endNs - System.nanoTime());
      if (i == 2) {
        warmUp(stage, collective, bytes, leftNs / 10);
        leftNs = Math.max(0, endNs - System.nanoTime());
      }
      List<String> candidates = candidates(collective, ranks, together);
      Race race =
          new Race(
              candidates,
              (candidate, iterations) ->
                  stage.time(collective, candidates.get(candidate), bytes, iterations),
              System::nanoTime);
      print(collective, bytes, race.run(leftNs / (args.length - i)));
    }
  }

  private static List<String> candidates(Collective collective, int ranks, boolean together) {
    List<String> names = new ArrayList<>();
    Spread spread = new Shape(ranks, ranks, together ? ranks : 1, false).spread();
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      boolean usable =
          algorithm instanceof ScheduledAlgorithm || together == (algorithm instanceof DirectForm);
      if (usable && algorithm.supports(ranks, spread)) {
        names.add(algorithm.name());
      }
    }
    return names;
  }

  private static void warmUp(Stage stage, Collective collective, int bytes, long forNs) {
    long end = System.nanoTime() + forNs;
    while (System.nanoTime() < end) {
      stage.time(collective, Stage.USUAL, bytes, 16);
    }
  }

  private static void print(Collective collective, int bytes, Map<String, Double> times) {
    StringBuilder line = new StringBuilder(MARK);
    line.append(' ').append(collective.call()).append(' ').append(bytes);
    times.forEach((name, ns) -> line.append(String.format(Locale.ROOT, " %s=%.0f", name, ns)));
    System.out.println(line);
  }
}
