package org.ronsel.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where and by what times are taken: without these they mean nothing.
 *
 * @param ronsel version of Ronsel
 * @param machine processor, number of cores, system and JDK
 */
public record Circumstances(String ronsel, String machine) {
  private static final Path CPU = Path.of("/proc/cpuinfo");

  /** Those of this process. */
  public static Circumstances here() {
    var descriptor = Circumstances.class.getModule().getDescriptor();
    String version = descriptor == null ? null : descriptor.rawVersion().orElse(null);
    String processor = processor();
    return new Circumstances(
        version == null ? "unknown" : version,
        (processor == null ? "" : processor + ", ")
            + cores()
            + " cores, "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", Java "
            + System.getProperty("java.version"));
  }

  /** Cores that ranks of this machine run on. */
  public static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static @Nullable String processor() {
    try {
      for (String line : Files.readAllLines(CPU)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip().replaceAll("\\s+", " ");
        }
      }
    } catch (IOException e) {
      return null; // not on this system
    }
    return null;
  }
}
