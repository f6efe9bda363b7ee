package org.ronsel.launch;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.ronsel.Ronsel;

/** Where this Ronsel and this Java are. */
final class Installation {
  private Installation() {}

  /** The jar, or the directory, of ronsel-core. */
  static Path core() {
    try {
      return Path.of(Ronsel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("ronsel-core has no place", e);
    }
  }

  /** The {@code java} command that runs the launcher. */
  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }
}
