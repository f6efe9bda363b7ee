package org.ronsel.launch.program;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The option {@code -javaagent:JAR[=OPTIONS]} of a JVM. */
public final class JavaAgents {
  private static final String PREFIX = "-javaagent:";

  private JavaAgents() {}

  /**
   * The jar that an option names, absolute, or null if it names none.
   *
   * @param directory working directory of the JVM, or null for that of the launcher
   */
  public static @Nullable String jar(String option, @Nullable String directory) {
    if (!option.startsWith(PREFIX)) {
      return null;
    }
    String name = option.substring(PREFIX.length(), end(option));
    Path from = Path.of(directory == null ? "" : directory).toAbsolutePath();
    return from.resolve(name).normalize().toString();
  }

  /** The same option with another jar. */
  public static String withJar(String option, String jar) {
    return PREFIX + jar + option.substring(end(option));
  }

  private static int end(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option.length() : equals;
  }
}
