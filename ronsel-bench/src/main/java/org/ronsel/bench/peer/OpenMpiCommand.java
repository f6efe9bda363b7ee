package org.ronsel.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.spi.ProcessRunner;

/** How jobs of Open MPI are started, whichever program they run. */
public final class OpenMpiCommand {
  private static final Map<String, String> ALLOW_ROOT =
      Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  private static final String BINDING_REFUSED =
      "it may not bind its processes to cores here; --no-pin measures all without that";

  private OpenMpiCommand() {}

  /**
   * The options of {@code mpirun}: the number of processes, where they run and, where there are
   * more of them than cores, that those which wait let others run.
   *
   * @param pin whether processes are bound to cores where there are enough
   */
  public static List<String> options(int ranks, boolean pin) {
    boolean enough = ranks <= Runtime.getRuntime().availableProcessors();
    List<String> options =
        new ArrayList<>(
            List.of("-np", Integer.toString(ranks), "--bind-to", pin && enough ? "core" : "none"));
    if (!enough) {
      options.addAll(List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1"));
    }
    return options;
  }

  /** The variables that a user needs who is root; none for others. */
  public static Map<String, String> environment() {
    return "root".equals(System.getProperty("user.name")) ? ALLOW_ROOT : Map.of();
  }

  /**
   * The way in which a job ended without a result, and why. Where Open MPI may not bind its
   * processes, the last lines of its long message do not say so.
   */
  public static String failure(ProcessRunner.Result result) {
    boolean refused =
        result.errors().stream().anyMatch(line -> line.contains("tried to bind a new process"));
    return refused ? result.failure(BINDING_REFUSED) : result.failure();
  }
}
