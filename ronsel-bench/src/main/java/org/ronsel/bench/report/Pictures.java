package org.ronsel.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.WholeFile;
import org.ronsel.memory.ByteSize;

/**
 * Draws results by message size, a PNG file for each benchmark and number of ranks: the medians of
 * Ronsel and of others, both axes logarithmic. A benchmark that was measured at one size only has
 * no picture.
 */
public final class Pictures {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 500;

  /** Pixels between two sizes below the axis, roughly. */
  private static final int SPACING = 45;

  private Pictures() {}

  /**
   * Draws all pictures.
   *
   * @param folder for the files; created if it does not exist
   * @return the files
   * @throws IOException if they cannot be written, or the system has no fonts
   */
  public static List<Path> write(Results results, Path folder) throws IOException {
    System.setProperty("java.awt.headless", "true"); // otherwise AWT looks for a display
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, List<Workload>> group : groups(results).entrySet()) {
      Path file = folder.resolve(group.getKey() + ".png");
      XYChart chart = chart(results, group.getValue());
      WholeFile.write(file, out -> draw(chart, out));
      files.add(file);
    }
    return files;
  }

  /** The workloads of a picture, by its name: those that differ by their size only. */
  static Map<String, List<Workload>> groups(Results results) {
    Map<String, List<Workload>> groups = new LinkedHashMap<>();
    for (Workload workload : results.workloads()) {
      if (workload.size() > 0) {
        String name = workload.benchmark().label();
        String kernel = workload.kernel();
        name += workload.benchmark().hasSeveralKernels() ? "-" + kernel : "";
        name += workload.benchmark().takesRanks() ? "-" + workload.ranks() : "";
        groups.computeIfAbsent(name, n -> new ArrayList<>()).add(workload);
      }
    }
    groups.values().removeIf(workloads -> workloads.size() < 2);
    return groups;
  }

  private static XYChart chart(Results results, List<Workload> workloads) {
    Workload first = workloads.getFirst();
    Metric metric = first.metric();
    String ranks = first.benchmark().takesRanks() ? ", " + first.ranks() + " ranks" : "";
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(first.benchmark().title() + ranks)
            .xAxisTitle("message size in bytes")
            .yAxisTitle(
                metric.unit() + (metric.moreIsBetter() ? ", more is better" : ", less is better"))
            .build();
    chart
        .getStyler()
        .setYAxisLogarithmic(true)
        .setXAxisTickMarkSpacingHint(SPACING)
        .setxAxisTickLabelsFormattingFunction(Pictures::size)
        .setLegendPosition(LegendPosition.OutsideE)
        .setChartBackgroundColor(Color.WHITE);
    for (String entrant : entrants(results, workloads)) {
      addSeries(chart, entrant, results, workloads);
    }
    return chart;
  }

  /** The label of a size below the axis, whose scale is logarithmic. */
  static String size(double logarithm) {
    return logarithm == Math.rint(logarithm) && logarithm >= 0 && logarithm < Integer.SIZE - 1
        ? ByteSize.format(1L << (int) logarithm)
        : "";
  }

  private static Set<String> entrants(Results results, List<Workload> workloads) {
    Set<String> entrants = new LinkedHashSet<>();
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        if (results.kind(workload, entrant) != Entrant.Kind.LIMIT) {
          entrants.add(entrant);
        }
      }
    }
    return entrants;
  }

  private static void addSeries(
      XYChart chart, String entrant, Results results, List<Workload> workloads) {
    List<Double> sizes = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (Workload workload : workloads) {
      results
          .pooled(workload, entrant)
          .ifPresent(
              pooled -> {
                sizes.add(Math.log(workload.size()) / Math.log(2));
                values.add(workload.metric().value(pooled.times().median(), workload.size()));
              });
    }
    if (!sizes.isEmpty()) {
      chart.addSeries(entrant, sizes, values);
    }
  }

  private static void draw(XYChart chart, OutputStream out) throws IOException {
    try {
      BitmapEncoder.saveBitmap(chart, out, BitmapFormat.PNG);
    } catch (InternalError | UnsatisfiedLinkError | NoClassDefFoundError missing) {
      throw new IOException(
          "a picture needs fonts, which this system does not have (on Debian: apt-get install"
              + " fontconfig fonts-dejavu-core): "
              + missing.getMessage(),
          missing);
    }
  }
}
