package org.ronsel.bench.method;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Says when the JVM has stopped compiling. Where ranks that wait spin on every core, the compiler's
 * threads get little of them, and code runs interpreted far longer than in other programs.
 */
final class CompilerWatch {
  private static final long QUIET_NS = 400_000_000L;

  private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
  private long totalMs = -1;
  private long sinceNs = System.nanoTime();

  /** Whether nothing has been compiled for a while; to be asked now and then. */
  boolean isQuiet() {
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return true;
    }
    long nowMs = compiler.getTotalCompilationTime();
    long nowNs = System.nanoTime();
    if (nowMs != totalMs) {
      totalMs = nowMs;
      sinceNs = nowNs;
    }
    return nowNs - sinceNs >= QUIET_NS;
  }
}
