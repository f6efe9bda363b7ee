package org.ronsel.npb.command;

import java.util.Locale;

/** Who runs a benchmark. */
interface Entrant {
  /** What an entrant is to the others. */
  enum Kind {
    /** Ronsel. */
    RONSEL,
    /** A native build. */
    PEER,
    /** What no message passing can exceed. */
    LIMIT;

    /** Name in JSON. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Name in tables and JSON. */
  String label();

  /** What it is to the others. */
  Kind kind();

  /** Whether it has anything to do with this problem. */
  boolean takes(Problem problem);

  /** Runs it in a job of its own. */
  Series run(Problem problem, int round) throws InterruptedException;
}
