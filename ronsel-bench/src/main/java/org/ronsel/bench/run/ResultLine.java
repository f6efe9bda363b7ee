package org.ronsel.bench.run;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.Samples;

/** Reads the lines of JSON that measuring processes print among other output. */
public final class ResultLine {
  private static final String TIMES = "perOperationNs";
  private static final String PREFIX = "{\"ronsel\":\"";

  private ResultLine() {}

  /** Finds the samples in a process's output; empty if it printed none. */
  public static Optional<Samples> findSamples(List<String> lines) throws IOException {
    Optional<Map<String, Object>> found = find(lines, "samples");
    return found.isEmpty() ? Optional.empty() : Optional.of(samples(found.get()));
  }

  /** Finds the line of the given kind; empty if there is none. */
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

  private static Samples samples(Map<String, Object> map) throws IOException {
    if (!Boolean.TRUE.equals(map.get("verified"))) {
      throw new IOException("the samples were not verified");
    }
    if (!(map.get(TIMES) instanceof List<?> values) || values.isEmpty()) {
      throw new IOException("a result line has no " + TIMES);
    }
    double[] times = times(values, TIMES);
    Map<String, double[]> parts = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : map.entrySet()) {
      if (entry.getValue() instanceof List<?> series && !entry.getKey().equals(TIMES)) {
        parts.put(entry.getKey(), times(series, entry.getKey()));
      }
    }
    return new Samples(
        number(map.get("inner"), "inner").intValue(),
        number(map.get("warmups"), "warmups").intValue(),
        Boolean.TRUE.equals(map.get("stable")),
        times,
        parts);
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
