package org.ronsel.resultpage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Series;

class ChartsTest {
  @TempDir Path folder;
  private ResultFolder results;

  @BeforeEach
  void read() throws IOException {
    SampleResults.write(folder);
    results = ResultFolder.read(List.of(folder));
    assertThat(results.problems()).isEmpty();
  }

  @Test
  void whatHasSeveralSizesIsACurveOfTheMediansOfRounds() {
    Chart pingPong = find(Curves.of(results.results()), "pingpong, 2 ranks");

    assertThat(pingPong.type()).isEqualTo(ChartType.SIZES);
    assertThat(pingPong.series())
        .extracting(Series::name)
        .containsExactly("threads", "openmpi-nocma");
    assertThat(pingPong.series().getFirst().points()).hasSize(6);
    assertThat(pingPong.series().getFirst().points().getFirst().spread().median())
        .isCloseTo(0.7008, within(1e-9));
  }

  /** Benchmarks of bandwidth have smaller windows of longer messages where nobody chooses them. */
  @Test
  void aBandwidthIsOneCurveThoughItsWindowsDependOnTheSize() {
    List<Map<String, Object>> rows =
        List.of(
            bandwidth("threads", 8, 64),
            bandwidth("threads", 1 << 18, 16),
            bandwidth("threads", 1 << 22, 4),
            bandwidth("handover", 8, 64),
            bandwidth("handover", 1 << 18, 16));

    List<Chart> charts = Curves.of(ResultFile.of(Path.of("x"), "", Map.of("rows", rows)).results());

    assertThat(charts).hasSize(1);
    Chart stream = charts.getFirst();
    assertThat(stream.title()).isEqualTo("stream, 2 ranks");
    assertThat(stream.note()).contains("In windows of 64, 16, 4 messages, fewer of longer ones.");
    assertThat(stream.series()).extracting(Series::name).containsExactly("threads", "handover");
    assertThat(stream.series())
        .as("a hand-over is none of 256 KB")
        .extracting(series -> series.points().size())
        .containsExactly(3, 1);
  }

  @Test
  void windowsThatSomebodyComparesAreCurvesOfTheirOwn() {
    List<Map<String, Object>> rows =
        List.of(
            bandwidth("threads", 8, 64),
            bandwidth("threads", 1024, 64),
            bandwidth("threads", 8, 16),
            bandwidth("threads", 1024, 16));

    assertThat(Curves.of(ResultFile.of(Path.of("x"), "", Map.of("rows", rows)).results()))
        .extracting(Chart::title)
        .containsExactly("stream (window 64), 2 ranks", "stream (window 16), 2 ranks");
  }

  private static Map<String, Object> bandwidth(String entrant, int size, int window) {
    Map<String, Object> row =
        SampleResults.row("message", "stream", 2, size, entrant, "MB/s", "more", size);
    row.put("kernel", "window");
    row.put("metric", "bandwidth");
    row.put("options", Map.of("window", window));
    if (entrant.equals("handover")) {
      row.put("entrantKind", "limit");
    }
    return row;
  }

  @Test
  void theChangeOfProtocolIsMarkedWhereMessagesAreSent() {
    assertThat(find(Curves.of(results.results()), "pingpong, 2 ranks").marks())
        .containsEntry("eager | rendezvous", 8192.0);
    assertThat(find(Curves.of(results.results()), "allreduce, 2 ranks").marks()).isEmpty();
  }

  @Test
  void aHeatMapHasACellForEachSizeAndNumberOfRanks() {
    Chart chart = find(HeatMaps.of(results.results()), "allreduce: threads");

    assertThat(chart.categories()).containsExactly("8 B", "1 KiB");
    assertThat(chart.rows()).containsExactly("2", "4", "8");
    assertThat(chart.series().getFirst().points()).hasSize(6);
  }

  @Test
  void scalingIsShownWithTheIdealAndSerialCopies() {
    List<Chart> charts = Scaling.of(results.results());
    Chart speed = find(charts, "CG class A: speed");
    Chart speedUp = find(charts, "CG class A: speed-up");

    assertThat(speed.series())
        .extracting(Series::name)
        .containsExactly("threads", "serial-copies", "ideal");
    assertThat(speed.series().getLast().points().getLast().spread().median()).isEqualTo(1800);
    assertThat(speedUp.series().getFirst().points().getLast().spread().median())
        .isCloseTo(1700 / 900.0, within(1e-9));
  }

  @Test
  void serialCopiesHaveTheSpeedUpOverOneRankOfRonsel() {
    List<Map<String, Object>> rows =
        List.of(
            kernel(1, "threads", 100),
            kernel(2, "threads", 110),
            kernel(4, "threads", 120),
            kernel(2, "serial-copies", 120),
            kernel(4, "serial-copies", 130));
    ResultFile file = ResultFile.of(Path.of("x.json"), "", Map.of("rows", rows));
    Series copies = find(Scaling.of(file.results()), "CG: speed-up").series().get(1);

    assertThat(copies.name()).isEqualTo("serial-copies");
    assertThat(copies.points())
        .extracting(point -> point.spread().median())
        .usingElementComparator(Comparator.comparingDouble(value -> Math.round(value * 1e9)))
        .containsExactly(1.2, 1.3);
  }

  @Test
  void weakScalingIsAPictureOfItsOwnOverAllItsClasses() {
    List<Map<String, Object>> rows =
        List.of(
            weak("A", 1, "threads", 100),
            weak("B", 4, "threads", 360),
            weak("A", 4, "serial-copies", 390),
            kernel(1, "threads", 50),
            kernel(2, "threads", 90));
    ResultFile file = ResultFile.of(Path.of("x.json"), "", Map.of("rows", rows));
    List<Chart> charts = Scaling.of(file.results());

    assertThat(charts).hasSize(4);
    assertThat(find(charts, "CG, weak scaling of class A: speed").series())
        .extracting(Series::name)
        .containsExactly("threads", "serial-copies", "ideal");
    assertThat(find(charts, "CG, weak scaling of class A: speed-up").series())
        .extracting(series -> series.points().getLast().spread().median())
        .usingElementComparator(Comparator.comparingDouble(value -> Math.round(value * 1e9)))
        .containsExactly(3.6, 3.9, 4.0);
  }

  private static Map<String, Object> weak(
      String problemClass, int ranks, String entrant, double mops) {
    Map<String, Object> row = kernel(ranks, entrant, mops);
    row.put("class", problemClass);
    row.put("classPerRank", "A");
    return row;
  }

  private static Map<String, Object> kernel(int ranks, String entrant, double mops) {
    Map<String, Object> row =
        SampleResults.row("kernel", "npb", ranks, -1, entrant, "MOP/s", "more", mops);
    row.put("kernel", "CG");
    return row;
  }

  @Test
  void boxesAreBesideTheirMedian() {
    Chart chart = find(Variability.of(results.results()), "pingpong");

    Spread first = chart.series().getFirst().points().getFirst().spread();
    assertThat(first.median()).isEqualTo(1);
    assertThat(first.max()).isGreaterThan(1);
    assertThat(first.min()).isLessThan(1);
  }

  @Test
  void ratiosHaveIntervals() {
    Chart chart = find(Ratios.of(results.files()), "pingpong, over openmpi-nocma");

    assertThat(chart.series().getFirst().points().getFirst().spread())
        .isEqualTo(new Spread(0.8, 0.8, 0.9, 1.1, 1.1));
  }

  /** Overlap is a percentage, of which more is better; its ratios are of times. */
  @Test
  void ratiosSayThemselvesWhichDirectionIsBetter() {
    assertThat(directionOfRatios(Map.of())).as("of the row").contains("more is better");
    assertThat(directionOfRatios(Map.of("better", "less"))).contains("less is better");
  }

  @Test
  void twoEntrantsAreComparedOnce() {
    List<Map<String, Object>> ratios =
        Stream.of("threads processes", "processes threads", "threads mpich", "processes mpich")
            .map(pair -> pair.split(" "))
            .map(
                pair ->
                    Map.<String, Object>of(
                        "benchmark",
                        "pingpong",
                        "subject",
                        pair[0],
                        "reference",
                        pair[1],
                        "median",
                        2.0))
            .toList();
    Map<String, Object> content = Map.of("rows", List.of(), "ratios", ratios);

    List<Chart> charts = Ratios.of(List.of(ResultFile.of(Path.of("x.json"), "", content)));

    assertThat(charts)
        .extracting(Chart::title, chart -> chart.series().stream().map(Series::name).toList())
        .containsExactly(
            tuple("pingpong, over processes", List.of("threads")),
            tuple("pingpong, over mpich", List.of("threads", "processes")));
  }

  private static String directionOfRatios(Map<String, Object> more) {
    Map<String, Object> row = SampleResults.messages().getLast();
    assertThat(row).containsEntry("benchmark", "stream").containsEntry("better", "more");
    Map<String, Object> ratio = new HashMap<>(more);
    ratio.putAll(Map.of("benchmark", "stream", "subject", "threads", "reference", "mpich"));
    ratio.put("median", 2.0);
    Map<String, Object> content = Map.of("rows", List.of(row), "ratios", List.of(ratio));
    return Ratios.of(List.of(ResultFile.of(Path.of("x.json"), "", content))).getFirst().x();
  }

  private static Chart find(List<Chart> charts, String title) {
    assertThat(charts).extracting(Chart::title).contains(title);
    return charts.stream().filter(c -> c.title().equals(title)).findFirst().orElseThrow();
  }
}
