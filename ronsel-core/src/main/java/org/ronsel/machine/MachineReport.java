package org.ronsel.machine;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything about this host that decides how Ronsel runs on it, for {@code ronsel info}.
 *
 * @param os the operating system
 * @param jdk the Java runtime
 * @param cpuModel the processor's name, empty if unknown
 * @param topology processors, memory nodes and caches
 * @param memory the memory
 * @param facilities what can be used, and for the rest the reason
 */
public record MachineReport(
    Os os, Jdk jdk, String cpuModel, Topology topology, Memory memory, Facilities facilities) {

  /**
   * The operating system.
   *
   * @param name such as {@code Linux}
   * @param version of the kernel
   * @param architecture such as {@code amd64} or {@code aarch64}
   * @param pageBytes the size of a memory page
   */
  public record Os(String name, String version, String architecture, long pageBytes) {}

  /**
   * The Java runtime.
   *
   * @param version such as {@code 25.0.3+9-LTS}
   * @param vendor the vendor
   * @param home the installation directory
   */
  public record Jdk(String version, String vendor, String home) {}

  /**
   * Memory in bytes.
   *
   * @param totalBytes of the host, 0 if unknown
   * @param availableBytes what could be used now, 0 if unknown
   * @param limitBytes the container's limit, if it has one
   * @param sharedDirectory where shared memory that needs a file is made
   * @param sharedTotalBytes the size of its file system, -1 if it cannot be examined
   * @param sharedFreeBytes what is free there, -1 if it cannot be examined
   */
  public record Memory(
      long totalBytes,
      long availableBytes,
      OptionalLong limitBytes,
      Path sharedDirectory,
      long sharedTotalBytes,
      long sharedFreeBytes) {}

  /**
   * The facilities that can be used here.
   *
   * @param nativeAccess calls of native functions; without it there are no others
   * @param anonymousMemory shared memory without a name
   * @param futex waking threads of other processes
   * @param affinity binding threads to processors
   * @param processMemory reading the memory of another process
   * @param processArrays reading arrays of another process, where they lie
   * @param stringCopies copies by the processor's string instruction
   */
  public record Facilities(
      Availability nativeAccess,
      Availability anonymousMemory,
      Availability futex,
      Availability affinity,
      Availability processMemory,
      Availability processArrays,
      Availability stringCopies) {}

  /** Examines this host; takes some tens of milliseconds. */
  public static MachineReport collect() {
    return new MachineReport(
        new Os(
            System.getProperty("os.name", ""),
            System.getProperty("os.version", ""),
            System.getProperty("os.arch", ""),
            SharedSegment.pageSize()),
        new Jdk(
            Runtime.version().toString(),
            System.getProperty("java.vendor", ""),
            System.getProperty("java.home", "")),
        cpuModel(SmallFile.read(Path.of("/proc/cpuinfo"))),
        Topology.ofThisHost(),
        memory(Path.of("/")),
        new Facilities(
            NativeAccess.availability(),
            SharedSegment.anonymous(),
            Futex.availability(),
            ThreadAffinity.availability(),
            ProcessMemory.availability(),
            ProcessMemory.arrays(),
            FastStringCopy.availability()));
  }

  private static String cpuModel(@Nullable String cpuinfo) {
    if (cpuinfo == null) {
      return "";
    }
    for (String line : cpuinfo.split("\n", 200)) {
      if (line.startsWith("model name") || line.startsWith("Model")) {
        return line.substring(line.indexOf(':') + 1).strip();
      }
    }
    return "";
  }

  private static Memory memory(Path root) {
    String meminfo = SmallFile.read(root.resolve("proc/meminfo"));
    Path directory = SharedSegment.directory();
    long[] space = space(directory);
    return new Memory(
        SmallFile.kilobytes(meminfo, "MemTotal:"),
        SmallFile.kilobytes(meminfo, "MemAvailable:"),
        Cgroup.memoryLimit(root),
        directory,
        space[0],
        space[1]);
  }

  /** Size and free space of a file system, or -1 each. */
  private static long[] space(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return new long[] {store.getTotalSpace(), store.getUsableSpace()};
    } catch (IOException absent) {
      return new long[] {-1, -1}; // creating a segment there says why
    }
  }
}
