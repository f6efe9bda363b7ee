package org.ronsel.machine;

import java.nio.file.Path;

/** How much memory this process can still hope for. */
public final class AvailableMemory {
  private AvailableMemory() {}

  /**
   * The memory that this host can give without swapping, or what is left of the container's limit
   * if that is less; {@code Long.MAX_VALUE} if nothing is known.
   */
  public static long bytes() {
    return bytes(Path.of("/"));
  }

  /** As {@link #bytes()}, for a host whose files lie in {@code root}. */
  static long bytes(Path root) {
    String text = SmallFile.read(root.resolve("proc/meminfo"));
    long available = SmallFile.kilobytes(text, "MemAvailable:");
    long left = Cgroup.memoryLeft(root).orElse(Long.MAX_VALUE);
    return available > 0 ? Math.min(available, left) : left;
  }
}
