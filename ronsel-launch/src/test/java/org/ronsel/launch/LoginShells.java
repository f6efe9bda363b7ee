package org.ronsel.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/** Shells that users of other hosts may have. */
public final class LoginShells {
  private LoginShells() {}

  /** Skips the test where this host has no such shell. */
  public static void require(String name) {
    Assumptions.assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))),
        "this host has no " + name);
  }
}
