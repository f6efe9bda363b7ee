package org.ronsel.machine;

import java.nio.file.Path;

/** How much memory this process can still hope for. */
public final class AvailableMemory {
  private AvailableMemory() {}

  /**
   * The memory that this host can give without swapping, or the limit of the container if that is
   * less; {@code Long.MAX_VALUE} if nothing is known.
   */
  public static long bytes() {
    return bytes(Path.of("/"));
  }

  /** As {@link #bytes()}, for a host whose files lie in {@code root}. */
  static long bytes(Path root) {
    String text = SmallFile.read(root.resolve("proc/meminfo"));
    long available = SmallFile.kilobytes(text, "MemAvailable:");
    long limit = Cgroup.memoryLimit(root).orElse(Long.MAX_VALUE);
    return available > 0 ? Math.min(available, limit) : limit;
  }
}
