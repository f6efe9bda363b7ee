package org.ronsel.resultpage;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.ResultRow;
import org.ronsel.bench.report.RowKind;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;

/**
 * One row of a result file, as the page shows it.
 *
 * @param file it is from
 * @param row what it says
 * @param value that was measured; null if there is none
 * @param origin name of its file, if it is to be kept apart from rows of other files; else empty
 */
record Result(ResultFile file, ResultRow row, @Nullable Spread value, String origin) {
  /** A row of a file that is not kept apart from others. */
  static Result of(ResultFile file, ResultRow row) {
    return new Result(file, row, Spread.of(row.value()), "");
  }

  /** The same row with another origin. */
  Result from(String name) {
    return name.equals(origin) ? this : new Result(file, row, value, name);
  }

  RowKind kind() {
    return row.kind();
  }

  /** Whether it is a measurement of a whole program. */
  boolean isKernel() {
    return kind() == RowKind.KERNEL;
  }

  String benchmark() {
    return row.benchmark();
  }

  String kernel() {
    return row.kernel();
  }

  String problemClass() {
    return row.problemClass();
  }

  String classPerRank() {
    return row.classPerRank();
  }

  int ranks() {
    return row.ranks();
  }

  int threads() {
    return row.threads();
  }

  long size() {
    return row.size();
  }

  Map<String, String> options() {
    return row.options();
  }

  String entrant() {
    return row.entrant();
  }

  Entrant.Kind role() {
    return row.role();
  }

  /** Whether its value is this quantity. */
  boolean is(Metric metric) {
    return row.metric() == metric;
  }

  String unit() {
    return row.unit();
  }

  boolean moreIsBetter() {
    return row.moreIsBetter();
  }

  boolean wrong() {
    return row.isWrong();
  }

  @Nullable String trouble() {
    return row.trouble();
  }

  double[] seconds() {
    return row.seconds();
  }

  List<String> command() {
    return row.command();
  }

  /** Whether it has a value that may be shown; wrong results are not. */
  boolean isGood() {
    return value != null && value.median() > 0 && !wrong();
  }

  /** Whether the entrant is Ronsel, in any setting or version. */
  boolean isRonsel() {
    return role() != Entrant.Kind.PEER && role() != Entrant.Kind.LIMIT;
  }

  /** The benchmark, with the loop where they differ, and the options: the title of a picture. */
  String subject() {
    return subjectWithout(Set.of());
  }

  /** The same without some of the options. */
  String subjectWithout(Set<String> names) {
    String name;
    if (isKernel()) {
      name = kernel() + (problemClass().isEmpty() ? "" : " class " + problemClass());
    } else {
      boolean one = benchmark().equals(kernel()) || "window".equals(kernel());
      name = one ? benchmark() : benchmark() + " " + kernel();
    }
    String options =
        options().entrySet().stream()
            .filter(option -> !names.contains(option.getKey()))
            .map(option -> option.getKey() + " " + option.getValue())
            .collect(Collectors.joining(", "));
    return options.isEmpty() ? name : name + " (" + options + ")";
  }

  /** What stays the same while the ranks grow: the subject, or in weak scaling the work of each. */
  String scaled() {
    return classPerRank().isEmpty()
        ? subject()
        : kernel() + ", weak scaling of class " + classPerRank();
  }

  /**
   * The entrant, with its threads where a rank has several and its origin where it has one: the
   * name of a line in a picture.
   */
  String series() {
    String who = threads() > 1 ? entrant() + ", " + threads() + " threads a rank" : entrant();
    return origin.isEmpty() ? who : who + ", " + origin;
  }

  /** The benchmark, ranks and size, for a person. */
  String place() {
    return subject()
        + ", "
        + ranks()
        + (ranks() == 1 ? " rank" : " ranks")
        + (size() < 0 ? "" : ", " + Figures.bytes(size()));
  }
}
