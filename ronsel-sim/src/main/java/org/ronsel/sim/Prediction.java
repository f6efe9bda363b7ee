package org.ronsel.sim;

import java.util.Arrays;

/** The result of a simulation. Immutable. */
public final class Prediction {
  private final double[] completionNs;
  private final long[] messages;
  private final long[] bytes;
  private final long events;
  private final int schedules;

  /**
   * Creates a result; used by {@link Predictor}.
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

  /** The time of a rank's last step, in nanoseconds after the start of all ranks. */
  public double completionNs(int rank) {
    return completionNs[rank];
  }

  /** The time of the last step of all ranks, in nanoseconds. */
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

  /** Number of events of the simulation, a measure of its work. */
  public long events() {
    return events;
  }

  /**
   * The number of different schedules of the ranks; those that differ only in their peers count as
   * one.
   */
  public int schedules() {
    return schedules;
  }
}
