package org.ronsel.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.spi.Invocation;

/** Shell scripts that speak as measuring processes do. */
public final class ScriptEntrant {
  /** Waits for the first turn, and tells of a warm-up. */
  static final String HEAD =
      """
      exec 3< "$1/rank-0" 4> "$1/answers"
      turn() { [ "$(dd bs=1 count=1 <&3 2> /dev/null)" = b ]; }
      turn && echo '{"ronsel":"warm","inner":7,"warmups":1,"stable":true}' >&4
      """;

  private ScriptEntrant() {}

  /** A process that runs a script, whose first argument is the folder of the pipes. */
  static Invocation of(String script, Path turns, Duration limit) {
    return new Invocation(List.of("sh", "-c", script, "script", turns.toString()), Map.of(), limit);
  }

  /** A process all of whose batches take this time for each operation, until it is ended. */
  public static Invocation batches(double ns, Path turns) {
    return of(
        HEAD + "while turn; do echo '{\"ronsel\":\"batch\",\"ns\":" + ns + "}' >&4; done",
        turns,
        Duration.ofSeconds(50));
  }
}
