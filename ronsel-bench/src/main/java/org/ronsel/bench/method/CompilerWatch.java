package org.ronsel.bench.method;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Says when the JVMs have stopped compiling. Where ranks that wait spin or yield on every core, the
 * compilers' threads get little of them, and code runs interpreted far longer than in other
 * programs; the more JVMs there are, the longer.
 */
final class CompilerWatch {
  private static final long WINDOW_NS = 400_000_000L;

  /** They never stop altogether. */
  private static final double QUIET_SHARE = 0.03;

  private final int cores = Runtime.getRuntime().availableProcessors();
  private long startMs;
  private long startNs = System.nanoTime();
  private boolean quiet;

  /** The time that this JVM has spent compiling so far; 0 if it does not know. */
  static long compiledMs() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
        ? 0
        : compiler.getTotalCompilationTime();
  }

  /**
   * Whether less than 3 % of the cores' time went to compilers lately; to be asked now and then.
   *
   * @param compiledMs what all JVMs have spent compiling so far
   */
  boolean isQuiet(long compiledMs) {
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
