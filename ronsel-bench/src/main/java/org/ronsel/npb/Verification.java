package org.ronsel.npb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares results with the values of the specification. For use by one thread. */
public final class Verification {
  /**
   * One result.
   *
   * @param name name of the result
   * @param computed the result
   * @param expected the specification's value
   * @param tolerance largest relative difference that passes; 0 where both are to be equal
   */
  public record Check(String name, double computed, double expected, double tolerance) {
    /** Relative difference; absolute where 0 is expected. */
    public double error() {
      double difference = Math.abs(computed - expected);
      return expected == 0 ? difference : difference / Math.abs(expected);
    }

    /** Whether the difference is small enough. A result that is not a number never passes. */
    public boolean passes() {
      return error() <= tolerance;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s is %.13e instead of %.13e, relative error %.1e",
          name,
          computed,
          expected,
          error());
    }
  }

  private final List<Check> checks = new ArrayList<>();

  /** Creates a verification without checks, which does not pass. */
  public Verification() {}

  /** Adds a comparison of a result. */
  public Verification check(String name, double computed, double expected, double tolerance) {
    checks.add(new Check(name, computed, expected, tolerance));
    return this;
  }

  /** All checks in their order. */
  public List<Check> checks() {
    return List.copyOf(checks);
  }

  /** Whether there are checks and all of them pass. */
  public boolean passes() {
    return !checks.isEmpty() && checks.stream().allMatch(Check::passes);
  }

  /** The checks that fail. */
  public List<Check> failures() {
    return checks.stream().filter(check -> !check.passes()).toList();
  }
}
