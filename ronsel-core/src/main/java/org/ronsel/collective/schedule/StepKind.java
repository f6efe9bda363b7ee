package org.ronsel.collective.schedule;

/** The action of a step of a schedule, and the number of places in buffers that it uses. */
public enum StepKind {
  /** Sends from a place to a peer. */
  SEND,
  /** Receives to a place from a peer. */
  RECEIVE,
  /** Copies from a place to another. */
  COPY,
  /** Combines a left and a right place into a third. */
  REDUCE;

  private static final StepKind[] VALUES = values();

  static StepKind of(int ordinal) {
    return VALUES[ordinal];
  }
}
