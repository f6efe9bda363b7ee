package org.ronsel.sim;

import java.util.Locale;

/** How far apart two ranks are. */
public enum Level {
  /** In one JVM. */
  THREAD,
  /** In two JVMs of one host. */
  PROCESS,
  /** On two hosts. */
  HOST;

  /** Name in files and tables: {@code thread}, {@code process}, {@code host}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
