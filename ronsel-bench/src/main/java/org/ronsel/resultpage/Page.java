package org.ronsel.resultpage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Fields;
import org.ronsel.launch.spi.WholeFile;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/** The page: everything in one file, readable without the script too. */
final class Page {
  /** Most rows of a table; the remaining ones are only in the files. */
  private static final int MOST_ROWS = 2000;

  private final Html html = new Html();
  private final List<Chart> charts = new ArrayList<>();
  private final Map<String, String> contents = new LinkedHashMap<>();
  private final Path folder;
  private final ResultFolder results;
  private final List<Result> rows;
  private final @Nullable Costs costs;

  private Page(Path folder, ResultFolder results, @Nullable Costs costs) {
    this.folder = folder;
    this.results = results;
    this.rows = results.results();
    this.costs = costs;
  }

  /**
   * Writes the page completely or not at all.
   *
   * @return number of wrong results
   */
  static int write(Path file, String title, ResultFolder results, @Nullable Costs costs)
      throws IOException {
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null) {
      throw new IOException(file + " is not a file name");
    }
    Page page = new Page(folder, results, costs);
    byte[] bytes = page.text(title).getBytes(UTF_8);
    WholeFile.write(file, out -> out.write(bytes));
    return (int) page.rows.stream().filter(Result::wrong).count();
  }

  private String text(String title) throws IOException {
    troubles();
    overview();
    section("curves", "Over message size", Curves.of(rows));
    section("heat", "Over message size and ranks", HeatMaps.of(rows));
    scaling();
    section("ratios", "Beside others", Ratios.of(results.files()));
    section("variability", "Variability", Variability.of(rows));
    if (costs != null) {
      heading("cost", "Cost");
      new CostSection(html, costs, MOST_ROWS).write();
      html.raw("<div class=\"charts\">\n");
      costs.charts().forEach(this::figure);
      html.raw("</div>\n");
    }
    verdicts();
    allResults();
    machines();
    rawData();
    Html head = new Html();
    head.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .element("title", title)
        .raw("<style>\n" + resource("page.css") + "</style>\n</head>\n<body>\n")
        .raw("<a class=\"skip\" href=\"#content\">To the results</a>\n<header>\n")
        .element("h1", title)
        .element("p class=\"soft\"", dates())
        .raw("<button id=\"theme\" type=\"button\" hidden>Dark colours</button>\n")
        .raw("<nav aria-label=\"Sections\"><ul>\n");
    contents.forEach(
        (id, name) -> head.raw("<li><a href=\"#" + id + "\">" + Html.escape(name) + "</a></li>\n"));
    head.raw("</ul></nav>\n</header>\n<main id=\"content\">\n").raw(html.toString());
    head.raw("</main>\n<footer><p>Made by <code>ronsel report</code>. Charts: Apache ECharts,")
        .raw(" Apache License 2.0. In a chart, the arrow keys go along a line and to the next")
        .raw(" one, and Escape hides what is shown.</p></footer>\n")
        .raw("<script id=\"charts\" type=\"application/json\">")
        .raw(forScript(charts.stream().map(Chart::toMap).toList()))
        .raw("</script>\n<script id=\"library\" type=\"text/plain\">")
        .raw(compressed(resource("echarts.min.js")))
        .raw("</script>\n<script>")
        .raw(resource("page.js"))
        .raw("</script>\n</body>\n</html>\n");
    return head.toString();
  }

  /** Encodes a value as JSON that cannot end its script element. */
  private static String forScript(Object value) throws IOException {
    return JSON.std.asString(value).replace("<", "\\u003c");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("this installation of Ronsel lacks " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Compresses a text to a third of its length; the page's script uncompresses it. */
  private static String compressed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private String dates() {
    List<String> dates =
        results.files().stream().map(ResultFile::date).filter(d -> !d.isEmpty()).sorted().toList();
    String runs = results.files().size() == 1 ? "1 run" : results.files().size() + " runs";
    if (dates.isEmpty()) {
      return runs;
    }
    return dates.getFirst().equals(dates.getLast())
        ? runs + ", " + dates.getFirst()
        : runs + ", " + dates.getFirst() + " to " + dates.getLast();
  }

  private void heading(String id, String name) {
    contents.put(id, name);
    html.element("h2 id=\"" + id + "\"", name);
  }

  /** Writes the list of problems, which comes first. */
  private void troubles() {
    List<List<String>> bad = new ArrayList<>();
    for (Result row : rows) {
      if (row.wrong()) {
        bad.add(List.of("wrong result", row.series(), row.place(), row.file().name()));
      }
    }
    Set<List<String>> left = new LinkedHashSet<>();
    for (Result row : rows) {
      String trouble = row.trouble();
      if (trouble != null && !row.wrong()) {
        left.add(List.of(trouble, row.series(), row.place(), row.file().name()));
      }
    }
    for (ResultFile file : results.files()) {
      if (!file.isComplete()) {
        left.add(List.of("the run was interrupted, or still goes on", "", "", file.name()));
      }
    }
    for (String problem : results.problems()) {
      left.add(List.of("failed to read: " + problem, "", "", ""));
    }
    if (!bad.isEmpty()) {
      contents.put("wrong", "Wrong results");
      html.raw("<section class=\"alarm\" role=\"alert\">");
      html.element("h2 id=\"wrong\"", "Wrong results");
      html.element(
          "p",
          "Data or verification values were wrong. What is wrong has no speed: no chart shows it.");
      html.table("Wrong results", List.of("what", "who", "where", "file"), bad);
      html.raw("</section>\n");
    }
    if (!left.isEmpty()) {
      heading("missing", "Not measured");
      html.table(
          "What failed or was left out",
          List.of("why", "who", "where", "file"),
          left.stream().limit(MOST_ROWS).toList());
    }
  }

  private void overview() {
    heading("overview", "At a glance");
    long good = rows.stream().filter(Result::isGood).count();
    long wrong = rows.stream().filter(Result::wrong).count();
    html.raw("<ul class=\"facts\">\n");
    fact(Long.toString(good), good == 1 ? "measurement" : "measurements", false);
    fact(Long.toString(wrong), "wrong results", wrong > 0);
    best("pingpong", "half round trip", false);
    best("latency", "latency", false);
    best("stream", "bandwidth", true);
    best("bw", "bandwidth", true);
    List<String> words =
        results.files().stream()
            .flatMap(file -> file.verdicts().stream())
            .map(verdict -> Fields.text(verdict, "verdict", ""))
            .toList();
    if (!words.isEmpty()) {
      long missed = words.stream().filter("missed"::equals).count();
      fact(missed + " of " + words.size(), "targets missed", missed > 0);
    }
    html.raw("</ul>\n");
  }

  private void best(String benchmark, String what, boolean more) {
    rows.stream()
        .filter(r -> r.isGood() && r.isRonsel() && r.benchmark().equals(benchmark))
        .filter(r -> r.moreIsBetter() == more)
        .min(
            (a, b) ->
                more ? Double.compare(median(b), median(a)) : Double.compare(median(a), median(b)))
        .ifPresent(
            r ->
                fact(
                    Figures.format(median(r)) + " " + r.unit(),
                    "best " + what + ": " + r.series() + ", " + Figures.bytes(r.size()),
                    false));
  }

  private static double median(Result result) {
    Spread value = result.value();
    return value == null ? Double.NaN : value.median();
  }

  private void fact(String value, String name, boolean bad) {
    html.raw(bad ? "<li class=\"bad\">" : "<li>");
    html.element("b", value).element("span", name).raw("</li>\n");
  }

  private void scaling() {
    List<List<String>> speedUps = new SerialRuns(rows).table(rows);
    List<Chart> drawn = Scaling.of(rows);
    if (speedUps.isEmpty() && drawn.isEmpty()) {
      return;
    }
    section("scaling", "Scaling", drawn);
    if (drawn.isEmpty()) {
      heading("scaling", "Scaling");
    }
    if (!speedUps.isEmpty()) {
      html.table(
          "MOP/s and speed-up",
          List.of("kernel", "ranks", "who", "MOP/s", "speed-up", "by rank"),
          speedUps.stream().limit(MOST_ROWS).toList());
    }
  }

  private void section(String id, String name, List<Chart> drawn) {
    if (drawn.isEmpty()) {
      return;
    }
    heading(id, name);
    html.raw("<div class=\"charts\">\n");
    for (Chart chart : drawn) {
      figure(chart);
    }
    html.raw("</div>\n");
  }

  private void figure(Chart chart) {
    int number = charts.size();
    charts.add(chart);
    boolean broad = chart.type() == ChartType.BOXES && chart.categories().size() > 8;
    html.raw(broad ? "<figure class=\"broad\">" : "<figure>")
        .raw("<figcaption>")
        .element("h3 id=\"title-" + number + "\"", chart.title());
    html.element("p", chart.note()).raw("</figcaption>\n");
    html.raw("<div class=\"chart\" id=\"chart-" + number + "\" tabindex=\"0\" role=\"application\"")
        .raw(" aria-labelledby=\"title-" + number + "\"></div>\n")
        .raw("<p class=\"reading\" role=\"status\"></p>\n")
        .raw("<details><summary>Numbers</summary>\n");
    table(chart);
    html.raw("</details></figure>\n");
  }

  private void table(Chart chart) {
    List<List<String>> lines = new ArrayList<>();
    for (Series series : chart.series()) {
      for (Point point : series.points()) {
        Spread spread = point.spread();
        List<String> line = new ArrayList<>(List.of(series.name(), place(chart, point)));
        for (double value :
            new double[] {
              spread.median(), spread.p25(), spread.p75(), spread.min(), spread.max()
            }) {
          line.add(Figures.format(value));
        }
        lines.add(line);
      }
    }
    boolean intervals = chart.type() == ChartType.RATIOS;
    List<String> head =
        intervals
            ? List.of("who", "where", "median", "95 % from", "to", "", "")
            : List.of("who", "where", "median", "p25", "p75", "min", "max");
    int columns = intervals ? head.size() - 2 : head.size();
    html.table(
        intervals ? chart.x() : chart.y(),
        head.subList(0, columns),
        lines.stream().map(line -> line.subList(0, columns)).toList());
  }

  private static String place(Chart chart, Point point) {
    return switch (chart.type()) {
      case SIZES -> Figures.bytes((long) point.x());
      case RANKS -> (long) point.x() + (point.x() == 1 ? " rank" : " ranks");
      case HEAT -> chart.categories().get((int) point.x()) + ", " + chart.rows().get(point.row());
      case BOXES, RATIOS -> chart.categories().get((int) point.x());
      case POINTS -> point.name() + ", " + Figures.format(point.x()) + " s";
    };
  }

  private void verdicts() {
    List<List<String>> lines = new ArrayList<>();
    for (ResultFile file : results.files()) {
      for (Map<String, Object> verdict : file.verdicts()) {
        long size = Fields.whole(verdict, "size", 0);
        boolean most = verdict.containsKey("atMost");
        lines.add(
            List.of(
                Fields.text(verdict, "verdict", ""),
                judged(verdict) + (size > 0 ? " " + Figures.bytes(size) : ""),
                Fields.whole(verdict, "ranks", 0) + "",
                Fields.text(verdict, "subject", ""),
                Fields.text(verdict, "reference", ""),
                (most ? "at most " : "at least ")
                    + Fields.text(verdict, most ? "atMost" : "atLeast", ""),
                Figures.format(Fields.number(verdict, "median")),
                Figures.format(Fields.number(verdict, "intervalLow")),
                Figures.format(Fields.number(verdict, "intervalHigh"))));
      }
    }
    if (!lines.isEmpty()) {
      heading("targets", "Targets");
      html.table(
          "Ratios that are aimed at, and what was measured",
          List.of("", "benchmark", "ranks", "who", "over", "target", "ratio", "95 % from", "to"),
          lines);
    }
  }

  private static String judged(Map<String, Object> verdict) {
    String benchmark = Fields.text(verdict, "benchmark", "");
    String problemClass = Fields.text(verdict, "class");
    return problemClass == null
        ? benchmark
        : Fields.text(verdict, "kernel", benchmark) + " class " + problemClass;
  }

  private void allResults() {
    List<List<String>> lines = new ArrayList<>();
    Map<List<Object>, List<Result>> groups =
        Entrants.by(
            rows.stream().filter(r -> r.value() != null).toList(),
            r ->
                List.of(
                    r.kind(), r.subject(), r.ranks(), r.threads(), r.size(), r.series(), r.unit()));
    for (List<Result> rounds : groups.values()) {
      Result first = rounds.getFirst();
      Spread spread = Spread.pooled(rounds);
      if (spread != null) {
        boolean wrong = rounds.stream().anyMatch(Result::wrong);
        lines.add(
            List.of(
                first.subject(),
                Integer.toString(first.ranks()),
                first.size() < 0 ? "" : Figures.bytes(first.size()),
                first.series(),
                wrong ? "wrong" : Figures.format(spread.median()),
                wrong ? "" : Figures.format(spread.p25()),
                wrong ? "" : Figures.format(spread.p75()),
                first.unit(),
                Integer.toString(rounds.size())));
      }
    }
    heading("results", "All results");
    html.raw("<details><summary>" + lines.size() + " results</summary>\n");
    html.table(
        lines.size() > MOST_ROWS
            ? "The first " + MOST_ROWS + " of " + lines.size() + "; the files have all"
            : "Medians and quartiles over all rounds",
        List.of("benchmark", "ranks", "size", "who", "median", "p25", "p75", "unit", "rounds"),
        lines.stream().limit(MOST_ROWS).toList());
    html.raw("</details>\n");
  }

  /** Writes the facts about machines; facts that are the same on all are written once. */
  private void machines() {
    heading("machines", "Machine and versions");
    Map<String, Set<String>> facts = new LinkedHashMap<>();
    Map<String, Set<String>> peers = new TreeMap<>();
    for (ResultFile file : results.files()) {
      file.machine()
          .forEach(
              (name, value) ->
                  facts
                      .computeIfAbsent(name, k -> new LinkedHashSet<>())
                      .add(
                          value instanceof Double number
                              ? Figures.format(number)
                              : String.valueOf(value)));
      file.peers()
          .forEach(
              (name, value) ->
                  peers
                      .computeIfAbsent(name, k -> new LinkedHashSet<>())
                      .add(String.valueOf(value)));
    }
    facts.putAll(peers);
    List<List<String>> lines = new ArrayList<>();
    facts.forEach((name, values) -> lines.add(List.of(name, String.join("; ", values))));
    html.table("As each run has found them", List.of("fact", "value"), lines);
  }

  private void rawData() {
    heading("data", "Commands and raw data");
    html.raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Raw data\">")
        .raw("<table><thead><tr><th scope=\"col\">file</th><th scope=\"col\">date</th>")
        .raw("<th scope=\"col\">rows</th><th scope=\"col\">command</th>")
        .raw("<th scope=\"col\">SHA-256</th></tr></thead><tbody>\n");
    for (ResultFile file : results.files()) {
      String link = link(file.path());
      html.raw(
              "<tr><td class=text><a href=\""
                  + Html.escape(link)
                  + "\">"
                  + Html.escape(file.name()))
          .raw("</a></td>")
          .element("td class=text", file.date())
          .element("td", Integer.toString(file.results().size()))
          .raw("<td class=text><code>" + Html.escape(file.command()) + "</code></td>")
          .raw("<td class=text><code>" + file.sha256().substring(0, 16) + "</code></td></tr>\n");
    }
    html.raw("</tbody></table></div>\n");
  }

  /** The link to a file, relative where possible, so that page and data can be moved together. */
  private String link(Path path) {
    Path whole = path.toAbsolutePath().normalize();
    Path relative = folder.relativize(whole);
    StringBuilder link = new StringBuilder();
    for (Path part : relative) {
      String encoded = URLEncoder.encode(part.toString(), UTF_8).replace("+", "%20");
      link.append(link.isEmpty() ? "" : "/").append(encoded);
    }
    return link.toString();
  }
}
