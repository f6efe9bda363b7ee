package org.ronsel.collective.schedule;

/** The buffers of which a schedule speaks; a run binds them to memory. */
public enum Buffer {
  /** The rank's contribution. Never written, unless it is also OUTPUT (an operation in place). */
  INPUT,
  /** The rank's result. In a broadcast the only buffer, also at the root. */
  OUTPUT,
  /** Memory of the run's own, of as many units as the schedule says. */
  SCRATCH;

  private static final Buffer[] VALUES = values();

  static Buffer of(int ordinal) {
    return VALUES[ordinal];
  }
}
