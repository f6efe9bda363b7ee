package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.resultpage.Costs.Cost;

/** What a page says in words and tables about the cost of runs; its pictures follow. */
final class CostSection {
  private final Html html;
  private final Costs costs;
  private final Prices prices;
  private final int mostRows;

  /** Writes to a page, at most so many rows of a table. */
  CostSection(Html html, Costs costs, int mostRows) {
    this.html = html;
    this.costs = costs;
    this.prices = costs.prices();
    this.mostRows = mostRows;
  }

  /** Writes everything below the heading. */
  void write() {
    source();
    cheapest();
    formulas();
    all();
  }

  private void source() {
    html.element(
        "p",
        "Prices of "
            + prices.date()
            + ", "
            + prices.source()
            + " ("
            + prices.file().getFileName()
            + ").");
    if (!costs.missing().isEmpty()) {
      html.raw("<ul>");
      costs.missing().forEach(line -> html.element("li class=\"bad\"", line));
      html.raw("</ul>\n");
    }
  }

  private void cheapest() {
    List<List<String>> cheapest = costs.cheapest();
    if (!cheapest.isEmpty()) {
      html.table(
          costs.deadline() == null
              ? "The cheapest configuration of each kernel"
              : "The cheapest configuration of each kernel with a run in "
                  + Figures.format(costs.deadline().toMillis() / 1e3)
                  + " s",
          List.of("kernel", "configuration", "instance", "market", "seconds", "USD per run"),
          cheapest);
    }
  }

  private void formulas() {
    html.raw("<h3>Formulas</h3><pre>");
    Costs.FORMULAS.forEach(formula -> html.raw(Html.escape(formula) + "\n"));
    if (prices.granularity() > 0 || prices.minimum() > 0) {
      html.raw(
          Html.escape(
              "invoiced time = max(T, %s s), rounded up to %s s; an own cluster's is T%n"
                  .formatted(
                      Figures.format(prices.minimum()), Figures.format(prices.granularity()))));
    }
    prices.instances().values().stream()
        .flatMap(instance -> instance.formulas().stream())
        .sorted()
        .forEach(formula -> html.raw(Html.escape(formula) + "\n"));
    html.raw("</pre>\n");
  }

  private void all() {
    List<List<String>> lines = new ArrayList<>();
    for (Cost cost : costs.all()) {
      lines.add(
          List.of(
              cost.result().place(),
              cost.result().series(),
              cost.offer().instance(),
              cost.offer().market(),
              Integer.toString(cost.offer().nodes()),
              Figures.format(cost.offer().hourly()),
              Figures.format(cost.seconds()),
              Figures.format(cost.perRun()),
              Figures.format(cost.perGops()),
              Figures.format(cost.bandwidthPerUsd())));
    }
    html.table(
        "What was measured, priced",
        List.of(
            "where",
            "who",
            "instance",
            "market",
            "nodes",
            "USD/h",
            "T in s",
            "USD per run",
            "USD per GOPS",
            "MB/s per USD"),
        lines.stream().limit(mostRows).toList());
  }
}
