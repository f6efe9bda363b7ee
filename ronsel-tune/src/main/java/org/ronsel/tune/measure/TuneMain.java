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
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.launch.spi.CompilerWatch;

/**
 * Measures all algorithms of some operations, as the ranks of one job. Rank 0 chooses the next one
 * and tells the others; it prints a line for each operation and length as soon as the times are
 * known: {@link #MARK}, operation, length, and {@code algorithm=nanoseconds}.
 */
public final class TuneMain {
  /** The beginning of lines with times. */
  public static final String MARK = "ronsel-tune:";

  /** The beginning of the last line. */
  public static final String END = MARK + " end";

  /** Divisor of the time for an operation that gives the longest warm-up. */
  private static final int WARM_UP_SHARE = 3;

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
      boolean together = Boolean.parseBoolean(args[0]);
      OperationTimer timer = new OperationTimer(control, measured, together);
      if (control.rank() != 0) {
        timer.serve();
        return;
      }
      measure(timer, control.size(), together, args);
      timer.end();
      System.out.println(END);
    }
  }

  private static void measure(OperationTimer timer, int ranks, boolean together, String... args) {
    long endNs = System.nanoTime() + (long) (Double.parseDouble(args[1]) * 1e9);
    Collective warm = null;
    for (int i = 2; i < args.length; i++) {
      Collective collective = collective(args[i]);
      int bytes = bytes(args[i]);
      if (collective != warm) {
        List<String> ofOperation = ofSameOperation(i, args);
        // Shared code is cold when the first operation is measured; the code of each operation is
        // cold at its turn.
        long ofAllNs = Math.max(0, endNs - System.nanoTime());
        long ofOperationNs = ofAllNs / (args.length - i) * ofOperation.size();
        warmUp(
            timer,
            ofOperation,
            ranks,
            together,
            Math.max(warm == null ? ofAllNs / 5 : 0, ofOperationNs / WARM_UP_SHARE));
        warm = collective;
      }
      List<Algorithm> candidates = Candidates.of(collective, bytes, ranks, together);
      Race race =
          new Race(
              candidates.stream().map(Algorithm::name).toList(),
              (candidate, iterations) ->
                  timer.time(collective, candidates.get(candidate), bytes, iterations),
              System::nanoTime);
      long leftNs = Math.max(0, endNs - System.nanoTime());
      print(collective, bytes, race.run(leftNs / (args.length - i)));
    }
  }

  private static Collective collective(String question) {
    Collective collective = KnownAlgorithms.operation(question.substring(0, question.indexOf(':')));
    if (collective == null) {
      throw new IllegalArgumentException("no operation is called " + question);
    }
    return collective;
  }

  private static int bytes(String question) {
    return Integer.parseInt(question.substring(question.indexOf(':') + 1));
  }

  /** The questions from the {@code i}-th on that are about the same operation. */
  private static List<String> ofSameOperation(int i, String... args) {
    List<String> found = new ArrayList<>();
    for (int k = i; k < args.length && collective(args[k]) == collective(args[i]); k++) {
      found.add(args[k]);
    }
    return found;
  }

  /**
   * Warms up the code of an operation, with all its lengths: that of the algorithms without
   * messages, and that of one with messages.
   */
  private static void warmUp(
      OperationTimer timer, List<String> questions, int ranks, boolean together, long budgetNs) {
    Collective collective = collective(questions.getFirst());
    List<Race.Track> tracks = new ArrayList<>();
    for (String question : questions) {
      int bytes = bytes(question);
      boolean sends = false;
      for (Algorithm each : Candidates.of(collective, bytes, ranks, together)) {
        boolean scheduled = each instanceof ScheduledAlgorithm;
        if (!scheduled || !sends) {
          tracks.add((candidate, iterations) -> timer.time(collective, each, bytes, iterations));
        }
        sends |= scheduled;
      }
    }
    CompilerWatch compilers = new CompilerWatch();
    new WarmUp(
            (candidate, iterations) -> tracks.get(candidate).time(candidate, iterations),
            () -> compilers.isQuiet(timer.compiledMs()),
            System::nanoTime)
        .run(tracks.size(), budgetNs);
  }

  private static void print(Collective collective, int bytes, Map<String, Double> times) {
    StringBuilder line = new StringBuilder(MARK);
    line.append(' ').append(collective.call()).append(' ').append(bytes);
    times.forEach((name, ns) -> line.append(String.format(Locale.ROOT, " %s=%.0f", name, ns)));
    System.out.println(line);
  }
}
