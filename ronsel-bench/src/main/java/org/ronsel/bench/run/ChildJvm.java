package org.ronsel.bench.run;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.bench.method.Batches;

/** Command lines of JVMs that run the same JDK and the same code as this one. */
final class ChildJvm {
  private static final String MODULE = "org.ronsel.bench";
  private static final String LAUNCHER_MODULE = "org.ronsel.launch";
  private static final String LAUNCHER = "org.ronsel.launch.Main";

  private ChildJvm() {}

  /** A JVM that runs a main class of the benchmarks. */
  static List<String> command(List<String> options, Class<?> main) {
    return command(options, MODULE, main.getName());
  }

  /** A JVM that runs the {@code ronsel} command; with the options that the script gives it. */
  static List<String> launcher() {
    List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    String home = System.getProperty("ronsel.home");
    if (home != null) {
      options.add("-Dronsel.home=" + home);
    }
    return command(options, LAUNCHER_MODULE, LAUNCHER);
  }

  private static List<String> command(List<String> options, String module, String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    String modulePath = System.getProperty("jdk.module.path", "");
    if (modulePath.isEmpty()) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(main);
    } else {
      command.add("--enable-native-access=org.ronsel.core");
      command.add("-p");
      command.add(modulePath);
      command.add("-m");
      command.add(module + "/" + main);
    }
    return command;
  }

  /** The jar or folder with the benchmarks alone: the class path of a job that runs a kernel. */
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
