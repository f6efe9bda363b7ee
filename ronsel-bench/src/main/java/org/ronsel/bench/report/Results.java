package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.RonselEntrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.Ratio;

/** All rows of a run, by workload and entrant. */
public final class Results {
  private final List<Row> rows;
  private final Map<Workload, Map<String, List<Row>>> index = new LinkedHashMap<>();

  /** Creates results from rows in the order in which they were measured. */
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

  /** The entrants of a workload: Ronsel, then peers, then limits. */
  public List<String> entrants(Workload workload) {
    return index.getOrDefault(workload, Map.of()).values().stream()
        .map(List::getFirst)
        .sorted(Comparator.comparing(Row::kind))
        .map(Row::entrant)
        .toList();
  }

  /** Whether all entrants have finished the workload, successfully or not, before the run ended. */
  public boolean isWhole(Workload workload) {
    Map<String, List<Row>> rows = index.getOrDefault(workload, Map.of());
    return !rows.isEmpty()
        && rows.values().stream()
            .flatMap(List::stream)
            .noneMatch(row -> "interrupted".equals(row.failure()));
  }

  /** The rows of one entrant, by round. */
  public List<Row> rows(Workload workload, String entrant) {
    return index.getOrDefault(workload, Map.of()).getOrDefault(entrant, List.of());
  }

  /** The kind of an entrant: Ronsel, a peer or a limit. */
  public Entrant.Kind kind(Workload workload, String entrant) {
    return rows(workload, entrant).getFirst().kind();
  }

  /** The batches of an entrant, by round; empty for rounds in which it was not measured. */
  private List<double[]> batches(Workload workload, String entrant) {
    return rows(workload, entrant).stream()
        .map(Row::samples)
        .map(samples -> samples == null ? new double[0] : samples.perOperationNs())
        .toList();
  }

  /** Whether anything was measured. */
  boolean hasMeasured(Workload workload, String entrant) {
    return rows(workload, entrant).stream().anyMatch(row -> row.samples() != null);
  }

  /**
   * Values of {@code subject} over values of {@code reference}, from neighbouring batches; empty if
   * there are none, or the two are not to be compared.
   */
  public Optional<Ratio> ratio(Workload workload, String subject, String reference) {
    boolean same =
        !reference.endsWith(RonselEntrant.OLDER) || reference.equals(subject + RonselEntrant.OLDER);
    List<double[]> rounds = Ratio.rounds(batches(workload, subject), batches(workload, reference));
    if (!same || rounds.isEmpty()) {
      return Optional.empty();
    }
    Ratio ofTimes = Ratio.of(rounds);
    return Optional.of(workload.metric().moreIsBetter() ? ofTimes.inverse() : ofTimes);
  }

  /** The rows of one entrant, pooled. */
  public Optional<Pooled> pooled(Workload workload, String entrant) {
    return Pooled.of(rows(workload, entrant));
  }
}
