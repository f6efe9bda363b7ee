package org.ronsel.npb;

import java.util.Map;

/**
 * The outcome of a run.
 *
 * @param seconds time of the slowest rank in the part that the specification times
 * @param operations operations that the specification counts in this part, of all ranks together
 * @param verification comparison of the results with the expected values
 * @param parts seconds of the slowest rank in parts of the timed one, by name; may be empty
 */
public record Outcome(
    double seconds, double operations, Verification verification, Map<String, Double> parts) {
  /** Copies the map. */
  public Outcome {
    parts = Map.copyOf(parts);
  }

  /** Creates an outcome without parts. */
  public Outcome(double seconds, double operations, Verification verification) {
    this(seconds, operations, verification, Map.of());
  }

  /** Millions of operations a second. */
  public double mops() {
    return operations / seconds * 1e-6;
  }
}
