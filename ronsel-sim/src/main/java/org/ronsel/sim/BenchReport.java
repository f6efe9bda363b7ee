package org.ronsel.sim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.ResultFormat;
import org.ronsel.launch.spi.Summary;

/** Reads the reports of {@code ronsel bench --json}. */
public final class BenchReport {
  private BenchReport() {}

  private record Key(String benchmark, String entrant, long bytes) {}

  /**
   * The medians of a report; for several rounds, the median of their medians. Rows with other
   * numbers of ranks than two are left out, and so are those whose data were wrong.
   *
   * @throws IllegalArgumentException if the file is not such a report
   * @throws IOException if the file cannot be read
   */
  public static List<Measurement> read(Path file) throws IOException {
    Map<Key, List<Double>> readings = new LinkedHashMap<>();
    for (Map<String, Object> row : ResultFormat.rows(ResultFormat.read(file))) {
      add(row, readings);
    }
    List<Measurement> measurements = new ArrayList<>();
    readings.forEach(
        (key, list) ->
            measurements.add(new Measurement(key.benchmark, key.entrant, key.bytes, median(list))));
    return measurements;
  }

  private static void add(Map<?, ?> row, Map<Key, List<Double>> readings) {
    if (row.get("benchmark") instanceof String benchmark
        && row.get("entrant") instanceof String entrant
        && row.get("size") instanceof Number size
        && row.get("ranks") instanceof Number ranks
        && ranks.intValue() == 2
        && !isSpecial(row.get("options"))
        && !Boolean.FALSE.equals(row.get("verified"))
        && row.get("batchesNs") instanceof List<?> batches
        && !batches.isEmpty()) {
      readings
          .computeIfAbsent(new Key(benchmark, entrant, size.longValue()), key -> new ArrayList<>())
          .add(median(batches));
    }
  }

  /** Whether an option other than the window of messages was chosen, such as other memory. */
  private static boolean isSpecial(@Nullable Object options) {
    return options instanceof Map<?, ?> map
        && !Set.of("window", "distinctBuffers").containsAll(map.keySet());
  }

  private static double median(List<?> readings) {
    return Summary.of(
            readings.stream()
                .filter(Number.class::isInstance)
                .mapToDouble(number -> ((Number) number).doubleValue())
                .toArray())
        .median();
  }
}
