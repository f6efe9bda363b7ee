package org.ronsel.sim.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.Bytes;
import org.ronsel.sim.Model;
import org.ronsel.sim.ModelFile;
import org.ronsel.sim.SimulatedPlacement;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code ronsel sim}: predicts collective operations on machines that need not exist. */
@Command(
    name = "sim",
    mixinStandardHelpOptions = true,
    subcommands = FitCommand.class,
    description =
        "Predict how long collective operations take with each algorithm and any number of"
            + " ranks, and how many messages and bytes go between JVMs and between hosts.",
    footer = {
      "",
      "Without --model the costs are those of a typical server; ronsel sim fit makes a"
          + " model from measurements. Without --ranks-per-jvm and --jvms-per-host all ranks"
          + " share a JVM."
    })
public final class SimCommand extends AddedCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "COLLECTIVE",
      description = "Operations such as broadcast or allReduce.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description = "Numbers of ranks (default: 16).")
  private List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--ranks-per-jvm",
      paramLabel = "N",
      description = "Ranks that share a JVM (default: all; with --jvms-per-host: 1).")
  private @Nullable Integer ranksPerJvm;

  @Option(
      names = "--jvms-per-host",
      paramLabel = "N",
      description = "JVMs that share a host (default: all).")
  private @Nullable Integer jvmsPerHost;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      converter = OrderConverter.class,
      description =
          "block: consecutive ranks share a JVM and a host; cyclic: ranks are dealt to the"
              + " hosts in turn (default: block).")
  private SimulatedPlacement.Order order = SimulatedPlacement.Order.BLOCK;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = Bytes.class,
      description = Bytes.MESSAGE_SIZES + " (default: 8,1K,64K,1M).")
  private List<Long> sizes = new ArrayList<>();

  @Option(
      names = "--root",
      paramLabel = "RANK",
      defaultValue = "0",
      description = "The root of the operation (default: 0).")
  private int root;

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "NAME",
      description = "Predict only these algorithms.")
  private List<String> wanted = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "File with the costs of the machine, written by ronsel sim fit.")
  private @Nullable Path modelFile;

  /** Creates a command with default options. */
  public SimCommand() {}

  @Override
  public Integer call() {
    Set<Collective> collectives = collectives();
    checkAlgorithms(collectives);
    Model model = model();
    List<SimulatedPlacement> layouts = layouts();
    for (Collective collective : collectives) {
      for (SimulatedPlacement layout : layouts) {
        PredictionTable table =
            new PredictionTable(
                collective, layout, root, model, out(), algorithms(collective).toList());
        for (long size : sizes(collective)) {
          table.add(size);
        }
        table.end();
      }
    }
    return 0;
  }

  private Set<Collective> collectives() {
    Set<Collective> collectives = collectives(names);
    if (collectives.isEmpty()) {
      throw wrong("name an operation: " + KnownAlgorithms.operations());
    }
    return collectives;
  }

  private static Stream<ScheduledAlgorithm> scheduled(Collective collective) {
    return KnownAlgorithms.of(collective).stream()
        .filter(ScheduledAlgorithm.class::isInstance)
        .map(ScheduledAlgorithm.class::cast);
  }

  private Stream<ScheduledAlgorithm> algorithms(Collective collective) {
    return scheduled(collective)
        .filter(algorithm -> wanted.isEmpty() || wanted.contains(algorithm.name()));
  }

  private void checkAlgorithms(Set<Collective> collectives) {
    Set<String> names = new LinkedHashSet<>();
    collectives.forEach(
        collective -> scheduled(collective).map(Algorithm::name).forEach(names::add));
    for (String name : wanted) {
      if (!names.contains(name)) {
        throw wrong(
            "no algorithm of these operations is called '"
                + name
                + "'; there are "
                + String.join(", ", names));
      }
    }
  }

  private Model model() {
    if (modelFile == null) {
      return Model.common();
    }
    try {
      return ModelFile.given(modelFile);
    } catch (IllegalArgumentException e) {
      throw wrong("--model: " + e.getMessage());
    }
  }

  private List<SimulatedPlacement> layouts() {
    List<SimulatedPlacement> layouts = new ArrayList<>();
    for (int n : ranks.isEmpty() ? List.of(16) : ranks) {
      try {
        int inJvm = ranksPerJvm != null ? ranksPerJvm : jvmsPerHost == null ? Math.max(1, n) : 1;
        layouts.add(
            new SimulatedPlacement(
                n, inJvm, jvmsPerHost != null ? jvmsPerHost : Math.max(1, n), order));
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()));
      }
      if (root < 0 || root >= n) {
        throw wrong("--root " + root + " is not one of " + n + " ranks");
      }
    }
    return layouts;
  }

  private List<Long> sizes(Collective collective) {
    if (collective == Collective.BARRIER) {
      return List.of(0L);
    }
    return sizes.isEmpty() ? List.of(8L, 1L << 10, 64L << 10, 1L << 20) : sizes;
  }

  /** Parses an order in lower case. */
  static final class OrderConverter implements ITypeConverter<SimulatedPlacement.Order> {
    @Override
    public SimulatedPlacement.Order convert(String text) {
      for (SimulatedPlacement.Order order : SimulatedPlacement.Order.values()) {
        if (order.name().equalsIgnoreCase(text)) {
          return order;
        }
      }
      throw new TypeConversionException("'" + text + "' is not block or cyclic");
    }
  }
}
