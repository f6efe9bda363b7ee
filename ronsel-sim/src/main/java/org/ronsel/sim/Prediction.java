package org.ronsel.sim;

import java.util.Arrays;

/** What a simulation found out. Immutable. */
public final class Prediction {
  private final double[] completionNs;
  private final long[] messages;
  private final long[] bytes;
  private final long events;
  private final int schedules;

  /**
   * Made by {@link Predictor}.
   *
   * @param messages by level
   * @param bytes by level
   */
  Prediction(double[] completionNs, long[] messages, long[] bytes, long events, int schedules) {
    this.completionNs = completionNs;
    this.messages = messages;
    this.bytes = bytes;
    this.events = events;
    this.schedules = schedules;
  }

  /** When a rank has done its last step, in nanoseconds after all ranks started. */
  public double completionNs(int rank) {
    return completionNs[rank];
  }

  /** When the last rank has done its last step, in nanoseconds. */
  public double maxNs() {
    return Arrays.stream(completionNs).max().orElse(0);
  }

  /** Number of messages between ranks of a level. */
  public long messages(Level level) {
    return messages[level.ordinal()];
  }

  /** Bytes of those messages, without headers. */
  public long bytes(Level level) {
    return bytes[level.ordinal()];
  }

  /** Events of the simulation: the work it was. */
  public long events() {
    return events;
  }

  /** How many different schedules the ranks had, when only the numbers of their peers differ. */
  public int schedules() {
    return schedules;
  }
}
