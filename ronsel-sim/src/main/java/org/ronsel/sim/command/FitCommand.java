package org.ronsel.sim.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.memory.ByteSize;
import org.ronsel.sim.BenchReport;
import org.ronsel.sim.Fit;
import org.ronsel.sim.Measurement;
import org.ronsel.sim.Model;
import org.ronsel.sim.ModelFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel sim fit}: fits a model to measurements. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description =
        "Find the costs of messages between threads and between processes in what \"ronsel"
            + " bench pingpong stream rate --json FILE\" has measured. Other costs, such as those"
            + " between hosts, are kept if the model file has them, and are typical values if"
            + " not.")
public final class FitCommand extends AddedCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "BENCH.JSON",
      description = "Reports of ronsel bench --json.")
  private List<Path> reports = new ArrayList<>();

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "The model file to write, or to change if there is one.")
  private @Nullable Path modelFile;

  /** Creates a command with default options. */
  public FitCommand() {}

  @Override
  public Integer call() {
    Path file = modelFile;
    if (file == null) {
      throw wrong("--model is missing");
    }
    List<Measurement> measurements = new ArrayList<>();
    Fit fit;
    try {
      for (Path report : reports) {
        measurements.addAll(BenchReport.read(report));
      }
      fit = Fit.of(measurements, Files.exists(file) ? ModelFile.read(file) : Model.common());
    } catch (NoSuchFileException e) {
      throw wrong("there is no file " + e.getFile());
    } catch (IOException e) {
      throw wrong(FileProblem.text(e));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    try {
      ModelFile.write(file, fit.model(), remarks(fit));
    } catch (IOException e) {
      throw wrong("--model: " + file + " cannot be written: " + FileProblem.reason(e));
    }
    print(out(), fit);
    return 0;
  }

  private static List<String> remarks(Fit fit) {
    List<String> levels =
        fit.points().stream().map(point -> point.level().label()).distinct().toList();
    return List.of("Fitted to measurements: " + String.join(", ", levels) + "; the rest is not.");
  }

  private static void print(PrintWriter out, Fit fit) {
    out.printf(
        Locale.ROOT,
        "%-8s %-9s %6s %14s %14s %6s%n",
        "level",
        "what",
        "size",
        "measured ns",
        "fitted ns",
        "ratio");
    for (Fit.Point point : fit.points()) {
      out.printf(
          Locale.ROOT,
          "%-8s %-9s %6s %14.1f %14.1f %6.2f%n",
          point.level().label(),
          point.benchmark(),
          ByteSize.format(point.bytes()),
          point.measuredNs(),
          point.fittedNs(),
          point.fittedNs() / point.measuredNs());
    }
    out.flush();
  }
}
