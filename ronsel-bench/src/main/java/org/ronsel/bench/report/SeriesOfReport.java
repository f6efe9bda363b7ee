package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Regressions.Series;
import org.ronsel.bench.run.Metric;
import org.ronsel.launch.spi.Summary;

/** The series of a report: what each entrant has measured of each workload, in all rounds. */
public final class SeriesOfReport {
  private final List<ResultRow> rows;

  /** Creates the series of rows. */
  public SeriesOfReport(List<ResultRow> rows) {
    this.rows = List.copyOf(rows);
  }

  /** Whether an entrant has measured anything. */
  public boolean hasMeasured(String entrant) {
    return rows.stream().anyMatch(row -> row.entrant().equals(entrant) && !row.value().isEmpty());
  }

  /**
   * What was measured in rounds in which an entrant was not, so that it is not compared {@code
   * against} that one.
   */
  public Set<String> unreferenced(String against) {
    Map<String, double[]> references = references(against);
    return rows.stream()
        .filter(row -> !row.entrant().equals(against) && values(row).length > 0)
        .filter(row -> !references.containsKey(round(row)))
        .map(SeriesOfReport::what)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * The series by workload and entrant, in words that are the same in every report.
   *
   * @param against the entrant by whose values all others of the same round are divided; null for
   *     none
   */
  Map<String, Series> all(@Nullable String against) {
    Map<String, double[]> references = against == null ? Map.of() : references(against);
    Map<String, List<ResultRow>> byName = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      boolean isCompared =
          against == null || (!row.entrant().equals(against) && references.containsKey(round(row)));
      if (isCompared) {
        byName.computeIfAbsent(what(row), key -> new ArrayList<>()).add(row);
      }
    }
    Map<String, Series> all = new LinkedHashMap<>();
    byName.forEach(
        (name, of) -> {
          TreeMap<Integer, List<double[]>> rounds = new TreeMap<>();
          for (ResultRow row : of) {
            double[] values = values(row);
            if (against != null) {
              values = relative(values, references.getOrDefault(round(row), new double[0]));
            }
            if (values.length > 0) {
              rounds.computeIfAbsent(row.round(), key -> new ArrayList<>()).add(values);
            }
          }
          ResultRow last = of.getLast();
          all.put(
              name,
              new Series(
                  against == null ? last.unit() : "/ " + against,
                  last.moreIsBetter(),
                  of.stream().anyMatch(ResultRow::isWrong),
                  rounds.values().stream().flatMap(List::stream).toList()));
        });
    return all;
  }

  /** The values of an entrant, by workload and round, where there are any. */
  private Map<String, double[]> references(String against) {
    Map<String, double[]> references = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      double[] values = values(row);
      if (row.entrant().equals(against) && values.length > 0) {
        references.put(round(row), values);
      }
    }
    return references;
  }

  private static String round(ResultRow row) {
    return workload(row) + ", round " + row.round();
  }

  private static String what(ResultRow row) {
    return workload(row) + ", " + row.entrant();
  }

  private static String workload(ResultRow row) {
    StringBuilder text = new StringBuilder(row.benchmark());
    if (!row.kernel().equals(row.benchmark())) {
      text.append(' ').append(row.kernel());
    }
    for (String name : List.of("class", "size", "ranks", "threads", "options")) {
      Object value = row.fields().get(name);
      if (value != null) {
        text.append(' ').append(name).append(' ').append(value);
      }
    }
    return text.toString();
  }

  private static double[] relative(double[] values, double[] reference) {
    return IntStream.range(0, Math.min(values.length, reference.length))
        .filter(i -> reference[i] > 0)
        .mapToDouble(i -> values[i] / reference[i])
        .toArray();
  }

  /** Values in the unit of the row: of batches, of repetitions, or the median alone. */
  private static double[] values(ResultRow row) {
    double median = row.median();
    if (Double.isNaN(median)) {
      return new double[0];
    }
    double[] seconds = row.seconds();
    double[] times =
        Arrays.stream(seconds.length > 0 ? seconds : row.batchesNs())
            .filter(time -> time > 0)
            .toArray();
    if (times.length == 0 || row.metric() == Metric.OVERLAP) {
      return new double[] {median};
    }
    double middle = Summary.of(times).median();
    return Arrays.stream(times)
        .map(time -> median * (row.moreIsBetter() ? middle / time : time / middle))
        .toArray();
  }
}
