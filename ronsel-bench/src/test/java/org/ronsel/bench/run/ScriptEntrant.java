package org.ronsel.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.ProcessSpec;

/**
 * An entrant whose jobs are shell scripts that speak as measuring processes do.
 *
 * @param job the process for a workload, and the folder of its pipes
 */
public record ScriptEntrant(String label, Kind kind, Job job) implements Entrant {
  /** Waits for the first turn, and tells of a warm-up. */
  static final String HEAD =
      """
      exec 3< "$1/rank-0" 4> "$1/answers"
      turn() { [ "$(dd bs=1 count=1 <&3 2> /dev/null)" = b ]; }
      turn && echo '{"ronsel":"warm","inner":7,"warmups":1,"stable":true}' >&4
      """;

  /** Makes the process for a workload. */
  @FunctionalInterface
  public interface Job {
    /** The process, whose pipes lie in {@code turns}. */
    ProcessSpec of(Workload workload, Path turns);
  }

  /** An entrant all of whose batches take this time for each operation. */
  public static ScriptEntrant taking(String label, Kind kind, double ns) {
    return new ScriptEntrant(label, kind, (workload, turns) -> batches(ns, turns));
  }

  @Override
  public boolean takes(Workload workload) {
    return true;
  }

  @Override
  public int pipes(Workload workload) {
    return 1;
  }

  @Override
  public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns) {
    return job.of(workloads.getFirst(), turns);
  }

  /** A process that runs a script, whose first argument is the folder of the pipes. */
  static ProcessSpec script(String script, Path turns, Duration limit) {
    return new ProcessSpec(
        List.of("sh", "-c", script, "script", turns.toString()), Map.of(), limit);
  }

  /** A process that takes this time for each operation of one batch, and fails in the second. */
  public static ProcessSpec failing(double ns, String words, Path turns) {
    String batch = "turn; echo '{\"ronsel\":\"batch\",\"ns\":" + ns + "}' >&4; turn; ";
    return script(HEAD + batch + "echo '" + words + "' >&2; exit 1", turns, Duration.ofSeconds(50));
  }

  /** A process all of whose batches take this time for each operation, until it is ended. */
  public static ProcessSpec batches(double ns, Path turns) {
    return script(
        HEAD + "while turn; do echo '{\"ronsel\":\"batch\",\"ns\":" + ns + "}' >&4; done",
        turns,
        Duration.ofSeconds(50));
  }
}
