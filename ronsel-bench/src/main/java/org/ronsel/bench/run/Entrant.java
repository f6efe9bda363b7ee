package org.ronsel.bench.run;

import org.ronsel.bench.method.BatchPlan;

/** Somebody who takes part in a comparison: Ronsel in one placement, a native peer, or a limit. */
public interface Entrant {
  /** Name in tables, such as {@code threads}, {@code openmpi-nocma} or {@code copy}. */
  String label();

  /** What kind of entrant this is. */
  Kind kind();

  /** Whether this workload makes sense for this entrant. */
  boolean takes(Workload workload);

  /**
   * The process that measures the workload.
   *
   * @throws UnavailableException if it cannot be started here, saying why
   */
  Invocation invocation(Workload workload, BatchPlan plan) throws UnavailableException;

  /** Kinds of entrants, in the order in which tables show them. */
  enum Kind {
    /** Ronsel itself. */
    RONSEL,
    /** Ronsel with an option for which not every machine has room. */
    OPTION,
    /** Another message-passing library. */
    PEER,
    /** What the machine can do at best. */
    LIMIT
  }
}
