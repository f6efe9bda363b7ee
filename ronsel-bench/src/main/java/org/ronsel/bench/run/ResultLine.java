package org.ronsel.bench.run;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.Samples;

/** Reads the lines of JSON with which measuring processes answer. */
public final class ResultLine {
  private static final String PREFIX = "{\"ronsel\":\"";
  private static final String KIND = "ronsel";
  private static final String TIME = "ns";

  private ResultLine() {}

  /**
   * Combines the answers of a job: that of its first turn, the warm-up, and one for each later
   * turn.
   *
   * @throws IOException if a line is malformed
   */
  public static Samples samples(String warm, List<String> batches) throws IOException {
    Map<String, Object> head = parse(warm, "warm");
    double[] times = new double[batches.size()];
    Map<String, List<double[]>> parts = new LinkedHashMap<>();
    for (int i = 0; i < times.length; i++) {
      Map<String, Object> batch = parse(batches.get(i), "batch");
      times[i] = number(batch.get(TIME), TIME).doubleValue();
      for (Map.Entry<String, Object> entry : batch.entrySet()) {
        if (entry.getValue() instanceof List<?> series) {
          parts
              .computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
              .add(times(series, entry.getKey()));
        }
      }
    }
    Map<String, double[]> joined = new LinkedHashMap<>();
    parts.forEach(
        (name, each) ->
            joined.put(name, each.stream().flatMapToDouble(DoubleStream::of).toArray()));
    return new Samples(
        number(head.get("inner"), "inner").intValue(),
        number(head.get("warmups"), "warmups").intValue(),
        Boolean.TRUE.equals(head.get("stable")),
        times,
        joined);
  }

  private static Map<String, Object> parse(String line, String kind) throws IOException {
    Map<String, Object> map = JSON.std.mapFrom(line);
    if (!kind.equals(map.get(KIND))) {
      throw new IOException("expected an answer of kind " + kind + ", got " + line);
    }
    return map;
  }

  /** Finds the line of the given kind among other output; empty if there is none. */
  public static Optional<Map<String, Object>> find(List<String> lines, String kind)
      throws IOException {
    String start = PREFIX + kind + '"';
    for (String line : lines) {
      int at = line.indexOf(start);
      if (at >= 0) {
        return Optional.of(JSON.std.mapFrom(line.substring(at)));
      }
    }
    return Optional.empty();
  }

  private static double[] times(List<?> values, String name) throws IOException {
    double[] times = new double[values.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = number(values.get(i), name).doubleValue();
    }
    return times;
  }

  /** A number of a parsed line. */
  public static Number number(@Nullable Object value, String name) throws IOException {
    if (value instanceof Number number) {
      return number;
    }
    throw new IOException("a result line has " + value + " as " + name + ", not a number");
  }
}
