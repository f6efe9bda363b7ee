package org.ronsel.launch.spi;

import java.util.List;
import java.util.Locale;

/** The placement of the ranks of a measured job, as the commands that measure name it. */
public enum RankPlacement {
  /** All ranks are in one JVM. */
  THREADS,
  /** Each rank is in a JVM of its own. */
  PROCESSES("--processes"),
  /** Each rank is in a JVM of its own without shared memory, as on separate hosts. */
  TCP("--processes", "-J-Dronsel.transports=thread,tcp"),
  /** As {@link #TCP}, with encrypted connections. */
  TLS("--processes", "-J-Dronsel.transports=thread,tcp", "--encrypt");

  private final List<String> options;

  RankPlacement(String... options) {
    this.options = List.of(options);
  }

  /** Name on the command line and in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether each rank has a JVM of its own. */
  public boolean hasProcesses() {
    return this != THREADS;
  }

  /** Whether messages go over the network. */
  public boolean usesNetwork() {
    return this == TCP || this == TLS;
  }

  /** Options of {@code ronsel run}. */
  public List<String> options() {
    return options;
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names
   */
  public static RankPlacement parse(String text) {
    for (RankPlacement placement : values()) {
      if (placement.label().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return placement;
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a placement: threads, processes, tcp or tls");
  }
}
