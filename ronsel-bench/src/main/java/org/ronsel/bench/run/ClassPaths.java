package org.ronsel.bench.run;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.bench.method.Batches;

/** Where child JVMs find the JDK and the code that this JVM runs. */
final class ClassPaths {
  private ClassPaths() {}

  /** The {@code java} command of the JDK that runs this. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** This JVM's class path and module path as one class path. */
  static String everything() {
    List<String> parts = new ArrayList<>();
    for (String property : List.of("java.class.path", "jdk.module.path")) {
      String value = System.getProperty(property, "");
      if (!value.isEmpty()) {
        parts.add(value);
      }
    }
    return String.join(File.pathSeparator, parts);
  }

  /** The jar or folder with the benchmarks alone. */
  static String benchmarks() {
    CodeSource source = Batches.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      throw new IllegalStateException("the benchmarks were not loaded from a jar or a folder");
    }
    try {
      return Path.of(source.getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the benchmarks lie at an odd place", e);
    }
  }
}
