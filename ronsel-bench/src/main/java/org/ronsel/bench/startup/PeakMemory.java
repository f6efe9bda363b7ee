package org.ronsel.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ronsel.launch.spi.ProcessRunner;

/**
 * Watches the most resident memory that a process and its descendants have used, each by itself, as
 * the kernel counts it ({@code VmHWM}). Works on Linux only; elsewhere it sees nothing.
 */
final class PeakMemory implements ProcessRunner.Watcher {
  private static final long INTERVAL_MS = 20;
  private static final String PEAK = "VmHWM:";

  private final Map<Long, Long> peaks = new ConcurrentHashMap<>();
  private volatile long root;

  @Override
  public void watch(Process process) throws InterruptedException {
    root = process.pid();
    while (process.isAlive()) {
      look(process.pid());
      process.descendants().forEach(descendant -> look(descendant.pid()));
      Thread.sleep(INTERVAL_MS);
    }
  }

  /** Most resident memory of the started process itself, in KiB; 0 if never seen. */
  long rootKiB() {
    return peaks.getOrDefault(root, 0L);
  }

  /** Most resident memory of the largest descendant, in KiB; 0 if none was seen. */
  long largestDescendantKiB() {
    long largest = 0;
    for (Map.Entry<Long, Long> peak : peaks.entrySet()) {
      if (peak.getKey() != root) {
        largest = Math.max(largest, peak.getValue());
      }
    }
    return largest;
  }

  private void look(long pid) {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith(PEAK)) {
          long kib = Long.parseLong(line.substring(PEAK.length()).replace("kB", "").strip());
          peaks.merge(pid, kib, Math::max);
        }
      }
    } catch (IOException e) {
      // The process has ended meanwhile (or this is not Linux): the earlier peak is kept.
      peaks.merge(pid, 0L, Math::max);
    }
  }
}
