package org.ronsel.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a run took place: what a reader of its numbers has to know about machine and JDK. */
public final class MachineFacts {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private MachineFacts() {}

  /** The facts, by name, in the order in which they are printed. Unknown ones are left out. */
  public static Map<String, Object> collect() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("ronsel", version());
    put(facts, "processor", first(CPU, "model name"));
    put(facts, "processorFamily", first(CPU, "cpu family"));
    facts.put("processors", Runtime.getRuntime().availableProcessors());
    put(facts, "memory", first(MEMORY, "MemTotal"));
    if (Files.isDirectory(SHARED_MEMORY)) {
      facts.put("sharedMemoryBytes", SHARED_MEMORY.toFile().getTotalSpace());
    }
    facts.put(
        "system", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
    facts.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    facts.put("java", property("java.runtime.version"));
    facts.put("javaVendor", property("java.vendor.version"));
    return facts;
  }

  private static String version() {
    ModuleDescriptor descriptor = MachineFacts.class.getModule().getDescriptor();
    return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static void put(Map<String, Object> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, value);
    }
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
