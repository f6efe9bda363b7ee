package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.launch.spi.ResultFormat;

/**
 * One row of a result file, for readers: one measurement by one entrant in one round. Fields that a
 * file may lack have the value that {@code docs/benchmarks.md} gives them, or an empty one.
 */
public final class ResultRow {
  private final Map<String, Object> fields;
  private final RowKind kind;
  private final Entrant.Kind role;
  private final @Nullable Metric metric;

  /**
   * Creates a row from its fields.
   *
   * @throws IllegalArgumentException if it is by an entrant of an unknown kind
   */
  public ResultRow(Map<String, Object> fields) {
    this.fields = fields;
    this.kind = RowKind.of(Fields.text(fields, "kind", ""));
    this.role = Entrant.Kind.parse(Fields.text(fields, "entrantKind", Entrant.Kind.RONSEL.label()));
    this.metric = Metric.of(Fields.text(fields, "metric", ""), Fields.text(fields, "unit", ""));
  }

  /**
   * The rows of a report that {@link ResultFormat#read} has read.
   *
   * @throws IllegalArgumentException if one is by an entrant of an unknown kind
   */
  public static List<ResultRow> of(Map<String, Object> report) {
    List<ResultRow> rows = new ArrayList<>();
    ResultFormat.rows(report).forEach(fields -> rows.add(new ResultRow(fields)));
    return rows;
  }

  /** All fields, as they were read. */
  public Map<String, Object> fields() {
    return fields;
  }

  /** What it is a measurement of. */
  public RowKind kind() {
    return kind;
  }

  /** Name of the benchmark on the command line. */
  public String benchmark() {
    return Fields.text(fields, "benchmark", "unknown");
  }

  /** The loop or program. */
  public String kernel() {
    return Fields.text(fields, "kernel", benchmark());
  }

  /** Size of a kernel's problem, such as {@code A}; empty if it has none. */
  public String problemClass() {
    return Fields.text(fields, "class", "");
  }

  /** In weak scaling, the class that one rank solves alone; else empty. */
  public String classPerRank() {
    return Fields.text(fields, "classPerRank", "");
  }

  /** Number of ranks. */
  public int ranks() {
    return (int) Fields.whole(fields, "ranks", 1);
  }

  /** Threads in a rank. */
  public int threads() {
    return (int) Fields.whole(fields, "threads", 1);
  }

  /** Size of a message or block in bytes; negative where there is none. */
  public long size() {
    return Fields.whole(fields, "size", -1);
  }

  /** Further properties that distinguish its series. */
  public Map<String, String> options() {
    return Fields.sortedTexts(fields, "options");
  }

  /** Label of the entrant. */
  public String entrant() {
    return Fields.text(fields, "entrant", "unknown");
  }

  /** The kind of the entrant. */
  public Entrant.Kind role() {
    return role;
  }

  /** The round, from 0. */
  public int round() {
    return (int) Fields.whole(fields, "round", 0);
  }

  /** What the value is; null if it is unknown. */
  public @Nullable Metric metric() {
    return metric;
  }

  /** Unit of the value; empty if there is none. */
  public String unit() {
    return Fields.text(fields, "unit", metric == null ? "" : metric.unit());
  }

  /** Whether a greater value is the better one. */
  public boolean moreIsBetter() {
    return MORE.equals(Fields.text(fields, "better"));
  }

  /** The word of {@code better} where a greater value is the better one. */
  static final String MORE = "more";

  /** The word of {@code better} where a smaller value is the better one. */
  static final String LESS = "less";

  /** The statistics of the value by name; empty if nothing was measured. */
  public Map<String, Object> value() {
    return Fields.map(fields, "value");
  }

  /** Median of the value; NaN if nothing was measured. */
  public double median() {
    return Fields.number(value(), "median");
  }

  /** Whether data or verification values were wrong. */
  public boolean isWrong() {
    return Boolean.FALSE.equals(fields.get("verified"));
  }

  /** Why nothing was measured; null if something was. */
  public @Nullable String skipped() {
    return Fields.text(fields, "skipped");
  }

  /** Why nothing was measured, or less than planned; null if there was no failure. */
  public @Nullable String trouble() {
    String skipped = skipped();
    return skipped != null ? skipped : Fields.text(fields, "failure");
  }

  /** Nanoseconds of an operation, each batch; empty where the file has none. */
  public double[] batchesNs() {
    return Fields.numbers(fields, "batchesNs");
  }

  /** Seconds of each repetition; empty where the file has none. */
  public double[] seconds() {
    return Fields.numbers(fields, "seconds");
  }

  /** The command line of the job; empty if it is not known. */
  public List<String> command() {
    return Fields.texts(fields, "command");
  }
}
