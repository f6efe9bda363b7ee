package org.ronsel.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result file: one measurement by one entrant in one round.
 *
 * @param file it is from
 * @param kind such as {@code message}, {@code collective} or {@code kernel}
 * @param benchmark name on the command line
 * @param kernel the loop or program
 * @param problemClass size of a kernel's problem, such as {@code A}; empty if it has none
 * @param classPerRank in weak scaling, the class that one rank solves alone; else empty
 * @param ranks number of ranks
 * @param threads in a rank
 * @param size of a message or block in bytes; negative where there is none
 * @param options further properties that distinguish its series
 * @param entrant label of the entrant
 * @param role {@code ronsel}, {@code option}, {@code older}, {@code peer} or {@code limit}
 * @param unit of the value
 * @param moreIsBetter whether a greater value is the better one
 * @param value that was measured; null if there is none
 * @param wrong whether data or verification values were wrong
 * @param trouble reason why the value is missing, or has fewer samples than planned; null if there
 *     was no failure
 * @param seconds of each repetition; empty where the file has none
 * @param command the command line; empty if not known
 * @param origin name of its file, if it is to be kept apart from rows of other files; else empty
 */
record Result(
    ResultFile file,
    String kind,
    String benchmark,
    String kernel,
    String problemClass,
    String classPerRank,
    int ranks,
    int threads,
    long size,
    Map<String, String> options,
    String entrant,
    String role,
    String unit,
    boolean moreIsBetter,
    @Nullable Spread value,
    boolean wrong,
    @Nullable String trouble,
    double[] seconds,
    List<String> command,
    String origin) {

  /** Reads a row. */
  static Result of(ResultFile file, Map<String, Object> row) {
    String benchmark = Fields.text(row, "benchmark", "unknown");
    String skipped = Fields.text(row, "skipped");
    String problemClass = Fields.text(row, "class", "");
    return new Result(
        file,
        Fields.text(row, "kind", "other"),
        benchmark,
        Fields.text(row, "kernel", benchmark),
        problemClass,
        Fields.text(row, "classPerRank", ""),
        (int) Fields.whole(row, "ranks", 1),
        (int) Fields.whole(row, "threads", 1),
        Fields.whole(row, "size", -1),
        Fields.sortedTexts(row, "options"),
        Fields.text(row, "entrant", "unknown"),
        Fields.text(row, "entrantKind", "ronsel"),
        Fields.text(row, "unit", ""),
        "more".equals(Fields.text(row, "better")),
        Spread.of(Fields.map(row, "value")),
        Boolean.FALSE.equals(row.get("verified")),
        skipped != null ? skipped : Fields.text(row, "failure"),
        Fields.numbers(row, "seconds"),
        Fields.texts(row, "command"),
        "");
  }

  /** The same row with another origin. */
  Result from(String name) {
    return name.equals(origin)
        ? this
        : new Result(
            file,
            kind,
            benchmark,
            kernel,
            problemClass,
            classPerRank,
            ranks,
            threads,
            size,
            options,
            entrant,
            role,
            unit,
            moreIsBetter,
            value,
            wrong,
            trouble,
            seconds,
            command,
            name);
  }

  /** Whether it has a value that may be shown; wrong results are not. */
  boolean isGood() {
    return value != null && value.median() > 0 && !wrong;
  }

  /** Whether the entrant is Ronsel, in any setting or version. */
  boolean isRonsel() {
    return !"peer".equals(role) && !"limit".equals(role);
  }

  /** The benchmark, with the loop where they differ, and the options: the title of a picture. */
  String subject() {
    String name =
        switch (kind) {
          case "kernel" -> kernel + (problemClass.isEmpty() ? "" : " class " + problemClass);
          default ->
              benchmark.equals(kernel) || "window".equals(kernel)
                  ? benchmark
                  : benchmark + " " + kernel;
        };
    return options.isEmpty()
        ? name
        : options.entrySet().stream()
            .map(option -> option.getKey() + " " + option.getValue())
            .collect(Collectors.joining(", ", name + " (", ")"));
  }

  /** What stays the same while the ranks grow: the subject, or in weak scaling the work of each. */
  String scaled() {
    return classPerRank.isEmpty() ? subject() : kernel + ", weak scaling of class " + classPerRank;
  }

  /**
   * The entrant, with its threads where a rank has several and its origin where it has one: the
   * name of a line in a picture.
   */
  String series() {
    String who = threads > 1 ? entrant + ", " + threads + " threads a rank" : entrant;
    return origin.isEmpty() ? who : who + ", " + origin;
  }

  /** The benchmark, ranks and size, for a person. */
  String place() {
    return subject()
        + ", "
        + ranks
        + (ranks == 1 ? " rank" : " ranks")
        + (size < 0 ? "" : ", " + Figures.bytes(size));
  }
}
