package org.ronsel.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.bench.stats.Summary;

/**
 * The JSON file that all measuring commands write: machine, time and plan of the measurement, and
 * rows. {@code docs/benchmarks.md} describes it.
 */
public final class ResultDocument {
  /** Version of the format; incremented when a reader has to change. */
  public static final int FORMAT = 3;

  private static final String VERSION = "ronselBench";
  private static final String ROWS = "rows";

  private ResultDocument() {}

  /**
   * A report as maps, lists, strings, numbers and booleans, to which a command may add.
   *
   * @param command the command line
   * @param complete whether the run came to its end
   * @param peers native libraries that were requested, and the versions found
   * @param plan of the measurement; written as it is
   * @param rows in the file format
   */
  public static Map<String, Object> of(
      List<String> command,
      boolean complete,
      Map<String, String> peers,
      Map<String, Object> plan,
      List<Map<String, Object>> rows) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put(VERSION, FORMAT);
    report.put(
        "date", OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toString());
    report.put("command", command);
    report.put("complete", complete);
    report.put("machine", MachineFacts.collect());
    report.put("peers", peers);
    report.put("plan", plan);
    report.put(ROWS, rows);
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
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is not a report, or one of another version
   * @throws IOException if it cannot be read
   */
  public static Map<String, Object> read(Path file) throws IOException {
    Map<String, Object> report = object(file);
    if (!(report.get(VERSION) instanceof Number format) || !(report.get(ROWS) instanceof List<?>)) {
      throw new IllegalArgumentException(file + " is not what ronsel bench --json writes");
    }
    if (format.intValue() != FORMAT) {
      throw new IllegalArgumentException(
          file
              + " has format "
              + format
              + ", this version reads "
              + FORMAT
              + ": measure again, or use the version of Ronsel that has written it");
    }
    return report;
  }

  /**
   * Reads a JSON object of any kind.
   *
   * @throws IllegalArgumentException if the file is damaged, or is not an object but {@code null}
   * @throws IOException if it cannot be read
   */
  public static Map<String, Object> object(Path file) throws IOException {
    @Nullable Map<String, Object> object;
    try {
      object = JSON.std.mapFrom(Files.readString(file));
    } catch (JacksonException | CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is damaged, or not JSON", e);
    }
    if (object == null) {
      throw new IllegalArgumentException(file + " is no JSON object, but null");
    }
    return object;
  }

  /** The rows of a report that {@link #read} has read. */
  @SuppressWarnings("unchecked") // entries that are not objects have been removed
  public static List<Map<String, Object>> rows(Map<String, Object> report) {
    return ((List<?>) report.getOrDefault(ROWS, List.of()))
        .stream().filter(Map.class::isInstance).map(row -> (Map<String, Object>) row).toList();
  }
}
