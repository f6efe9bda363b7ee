package org.ronsel.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A JVM that waits at the very beginning of its start, as long as a file exists. */
final class JvmPause {
  private JvmPause() {}

  /** The options of a launcher, for JVMs that make this file and wait until it has been removed. */
  static List<String> at(Path file) {
    return List.of(
        "-J-XX:+UnlockDiagnosticVMOptions",
        "-J-XX:+PauseAtStartup",
        "-J-XX:PauseAtStartupFile=" + file);
  }

  /** Returns when the JVM waits. */
  static void await(Path file) throws Exception {
    Polling.until(() -> Files.exists(file));
  }
}
