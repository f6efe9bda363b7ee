package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.bench.stats.Reading;

/** All rows of a run, by workload and entrant. */
public final class Results {
  private final List<Row> rows;
  private final Map<Workload, Map<String, List<Row>>> index = new LinkedHashMap<>();

  /** Takes the rows in the order in which they were measured. */
  public Results(List<Row> rows) {
    this.rows = List.copyOf(rows);
    for (Row row : rows) {
      index
          .computeIfAbsent(row.workload(), w -> new LinkedHashMap<>())
          .computeIfAbsent(row.entrant(), e -> new ArrayList<>())
          .add(row);
    }
  }

  /** All rows. */
  public List<Row> rows() {
    return rows;
  }

  /** The workloads, in the order of measuring. */
  public List<Workload> workloads() {
    return List.copyOf(index.keySet());
  }

  /** Who took part in a workload: Ronsel, then peers, then limits. */
  public List<String> entrants(Workload workload) {
    return index.getOrDefault(workload, Map.of()).values().stream()
        .map(List::getFirst)
        .sorted(Comparator.comparing(Row::kind))
        .map(Row::entrant)
        .toList();
  }

  /** The rows of one entrant, by round. */
  public List<Row> rows(Workload workload, String entrant) {
    return index.getOrDefault(workload, Map.of()).getOrDefault(entrant, List.of());
  }

  /** Who is Ronsel, a peer or a limit. */
  public Entrant.Kind kind(Workload workload, String entrant) {
    return rows(workload, entrant).getFirst().kind();
  }

  /** What one entrant measured, by round; without skipped rows. */
  public List<Reading> readings(Workload workload, String entrant) {
    return rows(workload, entrant).stream()
        .map(Row::reading)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  /**
   * Time of {@code subject} over time of {@code reference}; empty if rows or distances do not
   * match. Distances need not match where ranks outnumber the cores.
   */
  public Optional<Ratio> ratio(Workload workload, String subject, String reference) {
    List<Reading> ours = readings(workload, subject);
    List<Reading> theirs = readings(workload, reference);
    return Ratio.between(ours, theirs)
        .or(
            () ->
                workload.oversubscribes() ? Ratio.acrossDistances(ours, theirs) : Optional.empty());
  }

  /**
   * The rows of one entrant that were measured at the best core distance there was; empty if
   * skipped.
   */
  public List<Row> bestRows(Workload workload, String entrant) {
    List<Row> measured =
        rows(workload, entrant).stream().filter(row -> row.samples() != null).toList();
    for (CoreDistance distance : CoreDistance.values()) {
      List<Row> atDistance = measured.stream().filter(row -> row.distance() == distance).toList();
      if (!atDistance.isEmpty()) {
        return atDistance;
      }
    }
    return List.of();
  }

  /** The rows of one entrant put together. */
  public Optional<Pooled> pooled(Workload workload, String entrant) {
    return Pooled.of(rows(workload, entrant));
  }
}
