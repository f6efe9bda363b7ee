package org.ronsel.bench.run;

import java.util.List;
import java.util.Locale;

/** Where the ranks of a measured job live. */
public enum RankPlacement {
  /** All in one JVM. */
  THREADS(""),
  /** Each in a JVM of its own. */
  PROCESSES("--processes");

  private final String option;

  RankPlacement(String option) {
    this.option = option;
  }

  /** Name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Options of {@code ronsel run}. */
  List<String> options() {
    return option.isEmpty() ? List.of() : List.of(option);
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names there are
   */
  public static RankPlacement parse(String text) {
    for (RankPlacement placement : values()) {
      if (placement.label().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return placement;
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not a placement: threads or processes");
  }
}
