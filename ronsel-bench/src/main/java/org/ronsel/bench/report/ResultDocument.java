package org.ronsel.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.launch.spi.ResultFormat;
import org.ronsel.launch.spi.Summary;
import org.ronsel.launch.spi.WholeFile;

/**
 * The JSON file that all measuring commands write, in {@link ResultFormat}: machine, time and plan
 * of the measurement, and rows.
 */
public final class ResultDocument {
  private static final String COMMAND = "command";
  private static final String COMPLETE = "complete";
  private static final String MACHINE = "machine";

  private ResultDocument() {}

  /**
   * A report as maps, lists, strings, numbers and booleans, to which a command may add.
   *
   * @param complete whether the run came to its end
   * @param rows in the file format
   */
  public static Map<String, Object> of(
      RunDescription run, boolean complete, List<Map<String, Object>> rows) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put(ResultFormat.VERSION_FIELD, ResultFormat.VERSION);
    report.put(
        "date", OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toString());
    report.put(COMMAND, run.command());
    report.put(COMPLETE, complete);
    report.put(MACHINE, MachineFacts.collect());
    report.put("peers", run.peers());
    report.put("plan", run.plan());
    report.put(ResultFormat.ROWS_FIELD, rows);
    return report;
  }

  /** Values of one row, in its unit; the values must not be empty. */
  public static Map<String, Object> summary(double... values) {
    Summary summary = Summary.of(values);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", summary.count());
    map.put("min", summary.min());
    map.put("p25", summary.p25());
    map.put("median", summary.median());
    map.put("p75", summary.p75());
    map.put("p99", Summary.quantileOf(values, 0.99));
    map.put("max", summary.max());
    map.put("mean", summary.mean());
    return map;
  }

  /** Adds what the value of a row is. */
  public static void put(Map<String, Object> map, Metric metric) {
    map.put("metric", metric.label());
    map.put("unit", metric.unit());
    map.put("better", better(metric));
  }

  /** The word for which values of a quantity are better. */
  static String better(Metric metric) {
    return metric.moreIsBetter() ? ResultRow.MORE : ResultRow.LESS;
  }

  /** Adds the values of a ratio. */
  public static void put(Map<String, Object> map, Ratio ratio) {
    map.put("pairs", ratio.pairs());
    map.put("median", ratio.median());
    map.put("p25", ratio.p25());
    map.put("p75", ratio.p75());
    map.put("intervalLow", ratio.low());
    map.put("intervalHigh", ratio.high());
  }

  /** Writes the file completely or not at all. */
  public static void write(Path file, Map<String, Object> report) throws IOException {
    String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(report) + "\n";
    WholeFile.write(file, out -> out.write(text.getBytes(UTF_8)));
  }

  /**
   * The rows of a file that the same command has written and has not completed, on this machine and
   * by these versions: what it need not measure again. Empty if there is no such file, or one of
   * another command, machine or version, or none of results, which will be replaced.
   *
   * @throws IOException if the file exists and cannot be read
   */
  public static List<ResultRow> unfinished(Path file, List<String> command) throws IOException {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    try {
      Map<String, Object> report = ResultFormat.read(file);
      return Boolean.FALSE.equals(report.get(COMPLETE))
              && command.equals(report.get(COMMAND))
              && MachineFacts.environment(Fields.map(report, MACHINE))
                  .equals(MachineFacts.environment(MachineFacts.collect()))
          ? ResultRow.of(report)
          : List.of();
    } catch (IllegalArgumentException e) {
      return List.of(); // has no results
    }
  }
}
