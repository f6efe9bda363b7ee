package org.ronsel.collective.schedule;

/** The buffers of which a schedule speaks; a run binds them to memory. */
public enum Buffer {
  /** What the rank contributes. Never written, unless it is also OUTPUT (an operation in place). */
  INPUT,
  /** Where the rank's result appears. In a broadcast the only one, also at the root. */
  OUTPUT,
  /** Memory of the run's own, of as many units as the schedule says. */
  SCRATCH;

  private static final Buffer[] VALUES = values();

  static Buffer of(int ordinal) {
    return VALUES[ordinal];
  }
}
