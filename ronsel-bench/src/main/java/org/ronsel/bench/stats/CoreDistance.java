package org.ronsel.bench.stats;

/** How far apart the two cores were during a measurement, told by the cache-line probe. */
public enum CoreDistance {
  /** The two cores share a cache. */
  NEAR,
  /** The two cores are on different core complexes or sockets. */
  FAR,
  /** Something else took time from the cores, or they moved. */
  NOISY;

  /** The distance of a row: that of the probes before and after it, if they agree. */
  public static CoreDistance between(CoreDistance before, CoreDistance after) {
    return before == after ? before : NOISY;
  }

  /** Lower case, as printed. */
  public String label() {
    return switch (this) {
      case NEAR -> "near";
      case FAR -> "far";
      case NOISY -> "noisy";
    };
  }
}
