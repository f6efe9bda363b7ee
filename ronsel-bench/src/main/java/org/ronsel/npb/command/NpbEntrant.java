package org.ronsel.npb.command;

import org.ronsel.bench.run.Entrant.Kind;

/** An entrant, which runs benchmarks. */
interface NpbEntrant {
  /** Name in tables and JSON. */
  String label();

  /** The role of this entrant in the comparison. */
  Kind kind();

  /** Whether it takes part in this problem. */
  boolean takes(Problem problem);

  /** Runs the problem in a job of its own. */
  Series run(Problem problem, int round) throws InterruptedException;
}
