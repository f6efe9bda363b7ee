package org.ronsel.bench.kernel;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

/** The smallest job: all ranks meet in one barrier and end. Rank 0 prints one line of JSON. */
public final class StartUp {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private StartUp() {}

  /** Runs as a rank of a job; takes no arguments. */
  public static void main(String... args) throws IOException {
    Comm world = Ronsel.world();
    world.barrier();
    if (world.rank() == 0) {
      System.out.println(line(world.size()));
    }
  }

  private static String line(int ranks) throws IOException {
    Runtime runtime = Runtime.getRuntime();
    return String.format(
        Locale.ROOT,
        "{\"ronsel\":\"startup\",\"ranks\":%d,\"jvmUptimeMs\":%d,\"peakResidentKiB\":%d,"
            + "\"heapUsedKiB\":%d,\"classes\":%d}",
        ranks,
        ManagementFactory.getRuntimeMXBean().getUptime(),
        peakResidentKiB(),
        (runtime.totalMemory() - runtime.freeMemory()) / 1024,
        ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
  }

  /** The peak of this JVM's resident memory in KiB, or -1 where it is unknown. */
  static long peakResidentKiB() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return -1;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(PEAK)) {
        return Long.parseLong(line.substring(PEAK.length()).replace("kB", "").strip());
      }
    }
    return -1;
  }
}
