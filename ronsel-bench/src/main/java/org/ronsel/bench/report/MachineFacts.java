package org.ronsel.bench.report;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ronsel.launch.spi.MachineDescription;

/** The machine and the JDK of a run, as far as they matter to a reader of its numbers. */
public final class MachineFacts {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private MachineFacts() {}

  /** The facts, by name, in the order in which they are printed. Unknown ones are left out. */
  public static Map<String, Object> collect() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("ronsel", MachineDescription.version());
    put(facts, "processor", MachineDescription.processor());
    put(facts, "processorFamily", MachineDescription.processorFamily());
    facts.put("processors", Runtime.getRuntime().availableProcessors());
    put(facts, "memory", MachineDescription.memory());
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

  /** Those of some facts that values depend on: where they differ, values are not of one run. */
  public static List<String> environment(Map<String, ?> facts) {
    return Stream.of("processor", "processors", "memory", "java", "ronsel")
        .map(name -> Fields.text(facts, name, ""))
        .toList();
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  private static void put(Map<String, Object> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.put(name, value);
    }
  }
}
