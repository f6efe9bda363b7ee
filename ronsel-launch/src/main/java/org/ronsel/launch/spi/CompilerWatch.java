package org.ronsel.launch.spi;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Detects when the JVMs of a job have stopped compiling, for measurements. Where waiting ranks spin
 * or yield on every core, the compilers' threads get little time, and code runs interpreted far
 * longer than in other programs; the more JVMs there are, the longer. For use by one thread.
 */
public final class CompilerWatch {
  private static final long WINDOW_NS = 400_000_000L;

  /** Share of the cores' time below which compilers count as quiet; they never stop altogether. */
  private static final double QUIET_SHARE = 0.03;

  private final int cores = Runtime.getRuntime().availableProcessors();
  private long startMs;
  private long startNs = System.nanoTime();
  private boolean quiet;

  /** Begins to watch. */
  public CompilerWatch() {}

  /** The time in milliseconds that this JVM has spent compiling so far; 0 if unknown. */
  public static long compiledMs() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
        ? 0
        : compiler.getTotalCompilationTime();
  }

  /**
   * Whether less than 3 % of the cores' time went to compilers lately: in the last 0.4 s or more
   * between two calls.
   *
   * @param compiledMs compile time of all JVMs so far, in milliseconds
   */
  public boolean isQuiet(long compiledMs) {
    long nowNs = System.nanoTime();
    long windowNs = nowNs - startNs;
    if (windowNs >= WINDOW_NS) {
      quiet = (compiledMs - startMs) * 1e6 < QUIET_SHARE * cores * windowNs;
      startMs = compiledMs;
      startNs = nowNs;
    }
    return quiet;
  }
}
