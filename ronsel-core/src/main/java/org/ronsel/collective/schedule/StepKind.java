package org.ronsel.collective.schedule;

/** What a step of a schedule does, and with how many places in buffers. */
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
