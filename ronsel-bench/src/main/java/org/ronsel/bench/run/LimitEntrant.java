package org.ronsel.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.limit.LimitMain;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.Settings;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.JvmFootprint;
import org.ronsel.launch.spi.ProcessSpec;

/** The limits of the machine, each measured in a JVM of its own. */
public enum LimitEntrant implements Entrant {
  /** Two threads, two padded cells. */
  HANDOVER("handover"),
  /** One thread, {@code System.arraycopy}. */
  COPY("copy"),
  /** Two threads, all copies of blocks that a collective operation cannot do without. */
  COPIES("copies"),
  /** Two threads, one TCP connection of the loopback interface. */
  SOCKET("socket");

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Largest size, in bytes, at which a hand-over is compared with messages. */
  public static final int SMALL = 1024;

  private final String label;

  LimitEntrant(String label) {
    this.label = label;
  }

  /** All limits, in the order of the tables. */
  public static List<LimitEntrant> all() {
    return List.of(values());
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Kind kind() {
    return Kind.LIMIT;
  }

  /** Limits are timed by batches, with plain arrays and without datatypes. */
  @Override
  public boolean takes(Workload workload) {
    if (workload.settings().each() || workload.settings().coldBytes() > 0) {
      return false;
    }
    return switch (this) {
      case HANDOVER -> workload.benchmark().isShownByHandOver();
      case COPIES -> workload.size() >= SMALL && copies(workload) != null;
      case COPY ->
          workload.size() >= SMALL
              && (workload.metric() == Metric.BANDWIDTH
                  || workload.benchmark() == Benchmark.PINGPONG
                  || workload.benchmark().isOneSided());
      case SOCKET -> workload.benchmark() == Benchmark.PINGPONG;
    };
  }

  /**
   * Whether its time is to be compared with the workload's; otherwise it only shows the distance of
   * the cores.
   */
  public boolean compares(Workload workload) {
    return this != HANDOVER || workload.size() <= SMALL;
  }

  @Override
  public int pipes(Workload workload) {
    return 1;
  }

  @Override
  public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException {
    if ((this == HANDOVER || this == COPIES) && Runtime.getRuntime().availableProcessors() < 2) {
      // two threads that spin would wait for the end of each other's time slices
      throw new UnavailableException("takes two cores, and this process may use one");
    }
    Workload first = workloads.getFirst();
    String copies = this == COPIES ? copies(first) : null;
    if (copies != null) {
      MemoryCheck.check(workloads, 1, JvmFootprint.BYTES);
    }
    int window = copies == null ? 1 : first.ranks();
    List<Step> steps = workloads.stream().map(w -> new Step(w.size(), window, false)).toList();
    KernelArguments arguments =
        new KernelArguments(copies == null ? label : copies, steps, plan, Settings.DEFAULT, turns);
    List<String> command = new ArrayList<>(ChildLauncher.jvm(List.of(), LimitMain.class));
    command.addAll(arguments.toList());
    return new ProcessSpec(command, Map.of(), LIMIT);
  }

  /** The loop that makes the copies of a collective operation; null for other workloads. */
  private static @Nullable String copies(Workload workload) {
    return switch (workload.kernel()) {
      case "allgather" -> "gather-copies";
      case "alltoall" -> "exchange-copies";
      default -> null;
    };
  }
}
