package org.ronsel.sim;

import java.util.Locale;

/** The distance of two ranks. */
public enum Level {
  /** Both are in one JVM. */
  THREAD,
  /** They are in two JVMs of one host. */
  PROCESS,
  /** They are on two hosts. */
  HOST;

  /** Name in files and tables: {@code thread}, {@code process}, {@code host}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
