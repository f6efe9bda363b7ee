package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;

/** An entrant of a comparison: Ronsel in one placement, a native peer, or a limit. */
public interface Entrant {
  /** Name in tables, such as {@code threads}, {@code openmpi-nocma} or {@code copy}. */
  String label();

  /** The kind of this entrant. */
  Kind kind();

  /** Whether this entrant can be measured with this workload. */
  boolean takes(Workload workload);

  /** The number of its ranks, from 0, that wait for their turn at a pipe. */
  int pipes(Workload workload);

  /** How long its warm-up takes, compared with that of a program without a JIT compiler. */
  default double warmupNeed() {
    return 1;
  }

  /**
   * The process that measures workloads.
   *
   * @param workloads that differ by their sizes; at least one
   * @param turns folder of the pipes through which it is given its turns
   * @throws UnavailableException if it cannot be started here, saying why
   */
  ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException;

  /** The way in which its process ended without a result, and why. */
  default String failure(ProcessRunner.Result result) {
    return result.failure();
  }

  /** Kinds of entrants, in the order in which tables show them. */
  enum Kind {
    /** Ronsel itself. */
    RONSEL,
    /** Ronsel with an option that needs more processors than some machines have. */
    OPTION,
    /** Another installation of Ronsel. */
    OLDER,
    /** Another message-passing library. */
    PEER,
    /** A limit of the machine. */
    LIMIT;

    /** Name in reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind with a name in reports.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Kind parse(String label) {
      for (Kind kind : values()) {
        if (kind.label().equals(label)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("'" + label + "' is no kind of entrant");
    }
  }
}
