package org.ronsel.npb.command;

import java.util.Locale;

/** An entrant, which runs benchmarks. */
interface Entrant {
  /** The role of an entrant in the comparison. */
  enum Kind {
    /** Ronsel. */
    RONSEL,
    /** A native build. */
    PEER,
    /** A bound that no message passing can exceed. */
    LIMIT;

    /** Name in JSON. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Name in tables and JSON. */
  String label();

  /** The role of this entrant in the comparison. */
  Kind kind();

  /** Whether it takes part in this problem. */
  boolean takes(Problem problem);

  /** Runs the problem in a job of its own. */
  Series run(Problem problem, int round) throws InterruptedException;
}
