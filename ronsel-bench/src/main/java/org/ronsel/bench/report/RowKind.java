package org.ronsel.bench.report;

import java.util.Locale;

/** What the rows of result files are measurements of. */
public enum RowKind {
  /** Messages between two ranks. */
  MESSAGE,
  /** Operations of a number of ranks that can be chosen. */
  COLLECTIVE,
  /** Nonblocking operations behind a computation. */
  OVERLAP,
  /** Single barriers. */
  TAIL,
  /** Whole programs. */
  KERNEL,
  /** Starts of jobs. */
  STARTUP,
  /** Of none of these. */
  OTHER;

  /** The word in files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind with a label; {@link #OTHER} if there is none. */
  static RowKind of(String label) {
    for (RowKind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    return OTHER;
  }
}
