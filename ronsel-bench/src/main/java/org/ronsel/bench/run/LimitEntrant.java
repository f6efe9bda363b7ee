package org.ronsel.bench.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.limit.LimitMain;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;

/** What the machine can do at best, measured in a JVM of its own. */
public enum LimitEntrant implements Entrant {
  /** Two threads, two padded cells. */
  HANDOVER("handover"),
  /** One thread, {@code System.arraycopy}. */
  COPY("copy"),
  /** Two threads, one TCP connection of the loopback interface. */
  SOCKET("socket");

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int SMALL = 1024;

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

  @Override
  public boolean takes(Workload workload) {
    return switch (this) {
      case HANDOVER -> workload.size() <= SMALL;
      case COPY ->
          workload.size() >= SMALL
              && (workload.metric() == Metric.BANDWIDTH
                  || workload.benchmark() == Benchmark.PINGPONG);
      case SOCKET -> workload.benchmark() == Benchmark.PINGPONG;
    };
  }

  @Override
  public Invocation invocation(Workload workload, BatchPlan plan) {
    KernelArguments arguments = new KernelArguments(label, workload.size(), plan, 1, false);
    List<String> command = new ArrayList<>(ChildJvm.command(List.of(), LimitMain.class));
    command.addAll(arguments.toList());
    return new Invocation(command, Map.of(), LIMIT);
  }
}
