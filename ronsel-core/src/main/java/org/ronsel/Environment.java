package org.ronsel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is asked once about host and library. */
final class Environment {
  static final String HOST = host();
  static final String LIBRARY = library();

  private Environment() {}

  private static String host() {
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      if (!name.isEmpty()) {
        return name;
      }
    } catch (IOException e) {
      return resolved(); // not Linux
    }
    return resolved();
  }

  private static String resolved() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static String library() {
    String built = Ronsel.class.getPackage().getImplementationVersion();
    return "Ronsel "
        + (built == null ? "development" : built)
        + ", MPI "
        + Ronsel.version()
        + ", Java "
        + Runtime.version();
  }
}
