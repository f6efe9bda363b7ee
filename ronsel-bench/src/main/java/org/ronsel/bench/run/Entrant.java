package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ronsel.bench.method.BatchPlan;

/** Somebody who takes part in a comparison: Ronsel in one placement, a native peer, or a limit. */
public interface Entrant {
  /** Name in tables, such as {@code threads}, {@code openmpi-nocma} or {@code copy}. */
  String label();

  /** What kind of entrant this is. */
  Kind kind();

  /** Whether this workload makes sense for this entrant. */
  boolean takes(Workload workload);

  /** How many of its ranks, from 0, wait for their turn at a pipe. */
  int pipes(Workload workload);

  /**
   * The process that measures workloads.
   *
   * @param workloads that differ by their sizes; at least one
   * @param turns folder of the pipes through which it is given its turns
   * @throws UnavailableException if it cannot be started here, saying why
   */
  Invocation invocation(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException;

  /** Kinds of entrants, in the order in which tables show them. */
  enum Kind {
    /** Ronsel itself. */
    RONSEL,
    /** Ronsel with an option for which not every machine has room. */
    OPTION,
    /** Another installation of Ronsel. */
    OLDER,
    /** Another message-passing library. */
    PEER,
    /** What the machine can do at best. */
    LIMIT;

    /** Name in reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
