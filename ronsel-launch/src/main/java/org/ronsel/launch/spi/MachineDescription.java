package org.ronsel.launch.spi;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The circumstances of measured numbers: the version of Ronsel, and the machine as the system
 * describes it.
 */
public final class MachineDescription {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  private MachineDescription() {}

  /** The version of Ronsel; {@code unknown} where its classes are not a module. */
  public static String version() {
    ModuleDescriptor descriptor = MachineDescription.class.getModule().getDescriptor();
    return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
  }

  /** The model of the processor; empty if unknown. */
  public static String processor() {
    return first(CPU, "model name");
  }

  /** The number of the processor's family; empty if unknown. */
  public static String processorFamily() {
    return first(CPU, "cpu family");
  }

  /** The size of the memory, with its unit; empty if unknown. */
  public static String memory() {
    return first(MEMORY, "MemTotal");
  }

  private static String first(Path file, String key) {
    if (!Files.isReadable(file)) {
      return "";
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      return "unreadable: " + e.getMessage();
    }
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon >= 0 && line.substring(0, colon).strip().equals(key)) {
        return line.substring(colon + 1).strip().replaceAll("\\s+", " ");
      }
    }
    return "";
  }
}
