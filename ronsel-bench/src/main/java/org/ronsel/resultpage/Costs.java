package org.ronsel.resultpage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Fields;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.launch.spi.Summary;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;
import org.ronsel.resultpage.Prices.Instance;

/**
 * The cost of measured runs by a price list. The formulas are those of Exp&oacute;sito's
 * evaluations of HPC in the cloud: USD per GOPS, where less is better, and bandwidth per USD, where
 * more is better.
 */
final class Costs {
  /** The formulas, as the page shows them. */
  static final List<String> FORMULAS =
      List.of(
          "nodes n = ceil(ranks x threads / cores of a node); price H = n x USD per node-hour",
          "time to solution T = median seconds of a run",
          "USD per run = H x T / 3600, with T as it is invoiced",
          "USD per GOPS = H / (MOP/s / 1000), in (USD/h) / (Gop/s); less is better",
          "MB/s per USD = bandwidth / H, at the size with the most, in (MB/s) / (USD/h); more is better");

  private static final double HOUR_S = 3600;

  /**
   * The machines that a measurement needs, at a price.
   *
   * @param instance that it ran on
   * @param market the price is of
   * @param nodes number of nodes
   * @param hourly USD an hour of all of them
   */
  record Offer(String instance, String market, int nodes, double hourly) {}

  /**
   * A priced measurement.
   *
   * @param result one of the measurement's rows
   * @param offer the price
   * @param seconds of a run; NaN where there is none
   * @param perRun USD; NaN where there is no run
   * @param perGops USD an hour per Gop/s; NaN where no operations were counted
   * @param bandwidthPerUsd MB/s per USD an hour; NaN where it is not a bandwidth
   */
  record Cost(
      Result result,
      Offer offer,
      double seconds,
      double perRun,
      double perGops,
      double bandwidthPerUsd) {
    private String where() {
      return result.series() + ", " + result.ranks() + (result.ranks() == 1 ? " rank" : " ranks");
    }
  }

  private final Prices prices;
  private final Map<String, String> instances;
  private final @Nullable Duration deadline;
  private final List<Cost> costs = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();

  /**
   * Prices results.
   *
   * @param instances instance by the path of the result file as it was read; "" is the path of
   *     files that are not listed
   * @param deadline for a run; null for none
   */
  Costs(
      List<Result> results,
      Prices prices,
      Map<String, String> instances,
      @Nullable Duration deadline) {
    this.prices = prices;
    this.instances = instances;
    this.deadline = deadline;
    List<Result> good =
        results.stream()
            .filter(r -> r.isGood() && r.role() != Entrant.Kind.LIMIT)
            .filter(r -> r.isKernel() || r.is(Metric.BANDWIDTH))
            .toList();
    Entrants.by(good, r -> List.of(r.subject(), r.series(), r.ranks(), r.unit(), name(r)))
        .values()
        .forEach(group -> price(best(group)));
  }

  /** The rounds at the size with the highest bandwidth; all rounds if there is no size. */
  private static List<Result> best(List<Result> group) {
    return Entrants.by(group, Result::size).values().stream()
        .max(Comparator.comparingDouble(Costs::median))
        .orElse(group);
  }

  private static double median(List<Result> rounds) {
    Spread value = Spread.pooled(rounds);
    return value == null ? Double.NaN : value.median();
  }

  private String name(Result result) {
    ResultFile file = result.file();
    String told = instances.get(file.path().toString());
    String recorded = Fields.text(file.machine(), "instance", "");
    String chosen = told != null ? told : instances.getOrDefault("", recorded);
    return chosen.isEmpty() && prices.instances().size() == 1
        ? prices.instances().keySet().iterator().next()
        : chosen;
  }

  private void price(List<Result> rounds) {
    Result first = rounds.getFirst();
    String name = name(first);
    Instance instance = prices.instances().get(name);
    if (instance == null) {
      missing.add(
          first.file().name()
              + (name.isEmpty()
                  ? " does not say on which instance it was measured; name it by --instance"
                  : " was measured on " + name + ", which has no price"));
      return;
    }
    int cores = Math.max(1, first.ranks() * first.threads());
    int nodes = Math.ceilDiv(cores, instance.cores());
    double median = median(rounds);
    double[] all = rounds.stream().flatMapToDouble(r -> Arrays.stream(r.seconds())).toArray();
    double seconds = Double.NaN;
    if (all.length > 0) {
      seconds = Summary.of(all).median();
    } else if (first.is(Metric.SECONDS)) {
      seconds = median;
    }
    for (Map.Entry<String, Double> price : instance.hourly().entrySet()) {
      double hourly = nodes * price.getValue();
      costs.add(
          new Cost(
              first,
              new Offer(name, price.getKey(), nodes, hourly),
              seconds,
              hourly * invoiced(seconds, price.getKey()) / HOUR_S,
              first.is(Metric.MOPS) ? hourly / (median / 1000) : Double.NaN,
              first.is(Metric.BANDWIDTH) ? median / hourly : Double.NaN));
    }
  }

  /** The time that is paid: an owner's is exact, a provider's is rounded. */
  private double invoiced(double seconds, String market) {
    if ("own".equals(market) || Double.isNaN(seconds)) {
      return seconds;
    }
    double least = Math.max(seconds, prices.minimum());
    double step = prices.granularity();
    return step > 0 ? Math.ceil(least / step) * step : least;
  }

  /** The price list. */
  Prices prices() {
    return prices;
  }

  /** All measurements that have a price. */
  List<Cost> all() {
    return List.copyOf(costs);
  }

  /** One line for each file whose instance has no price. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  /** Time and cost of runs, a picture for each kernel. */
  List<Chart> charts() {
    Map<String, Map<String, List<Point>>> kernels = new LinkedHashMap<>();
    for (Cost cost : costs) {
      if (cost.perRun > 0 && cost.offer.market.equals(cheapestMarket(cost.offer.instance))) {
        kernels
            .computeIfAbsent(cost.result.subject(), k -> new LinkedHashMap<>())
            .computeIfAbsent(
                cost.result.series() + ", " + cost.offer.instance, k -> new ArrayList<>())
            .add(
                new Point(
                    cost.seconds,
                    0,
                    Spread.of(cost.perRun),
                    cost.result.ranks() + (cost.result.ranks() == 1 ? " rank" : " ranks")));
      }
    }
    List<Chart> charts = new ArrayList<>();
    kernels.forEach(
        (kernel, lines) -> {
          List<Series> series = new ArrayList<>();
          lines.forEach((name, points) -> series.add(new Series(name, Chart.Role.RONSEL, points)));
          charts.add(
              new Chart(
                  ChartType.POINTS,
                  kernel + ": time and cost",
                  "In the cheapest market of each instance; what lies to the left and below is both"
                      + " faster and cheaper.",
                  "time to solution in s, less is better",
                  "USD per run, less is better",
                  List.of(),
                  List.of(),
                  series,
                  Map.of()));
        });
    return charts;
  }

  private String cheapestMarket(String instance) {
    Instance priced = prices.instances().get(instance);
    return priced == null
        ? ""
        : priced.hourly().entrySet().stream()
            .min(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey();
  }

  /**
   * The cheapest configuration of each kernel that meets the deadline, or where there is none the
   * cheapest of all: kernel, configuration, instance, market, seconds, USD per run.
   */
  List<List<String>> cheapest() {
    List<List<String>> lines = new ArrayList<>();
    Map<String, List<Cost>> kernels = new LinkedHashMap<>();
    costs.stream()
        .filter(cost -> cost.perRun > 0)
        .forEach(
            cost ->
                kernels.computeIfAbsent(cost.result.subject(), k -> new ArrayList<>()).add(cost));
    kernels.forEach(
        (kernel, all) -> {
          List<Cost> inTime = all.stream().filter(this::isInTime).toList();
          Cost best =
              inTime.stream()
                  .min(Comparator.comparingDouble(Cost::perRun).thenComparing(Cost::seconds))
                  .orElse(null);
          if (best == null) {
            Cost fastest =
                all.stream().min(Comparator.comparingDouble(Cost::seconds)).orElseThrow();
            lines.add(
                List.of(
                    kernel,
                    "missed by all; the fastest is " + fastest.where(),
                    fastest.offer.instance,
                    fastest.offer.market,
                    Figures.format(fastest.seconds),
                    Figures.format(fastest.perRun)));
          } else {
            lines.add(
                List.of(
                    kernel,
                    best.where(),
                    best.offer.instance,
                    best.offer.market,
                    Figures.format(best.seconds),
                    Figures.format(best.perRun)));
          }
        });
    return lines;
  }

  private boolean isInTime(Cost cost) {
    return deadline == null || cost.seconds <= deadline.toNanos() / 1e9;
  }

  /** The deadline; null if there is none. */
  @Nullable Duration deadline() {
    return deadline;
  }
}
