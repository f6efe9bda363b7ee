package org.ronsel.npb;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sizes of problems that the specification fixes, and for which there are verification values. */
public enum ProblemClass {
  /** Sample: for tests. */
  S,
  /** Workstation of 1994. */
  W,
  /** Small. */
  A,
  /** Four times A. */
  B,
  /** Four times B. */
  C,
  /** Sixteen times C. */
  D;

  /**
   * Reads a letter.
   *
   * @throws IllegalArgumentException listing the classes
   */
  public static ProblemClass parse(String text) {
    for (ProblemClass value : values()) {
      if (value.name().equals(text.strip().toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not a class: "
            + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", ")));
  }
}
