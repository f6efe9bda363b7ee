package org.ronsel.launch.spi;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The launcher as a process that a command starts: by the same JDK and code as this process. The
 * job ends when this process ends in any way.
 */
public final class ChildLauncher {
  /** The property with the process id of the process that started a launcher, its parent. */
  public static final String STARTER = "ronsel.launch.starter";

  /** Main class of the command {@code ronsel}, which this package may not use. */
  private static final String MAIN = "org.ronsel.launch.Main";

  private ChildLauncher() {}

  /** A command line that lacks the arguments of {@code ronsel} only. */
  public static List<String> command() {
    // As the script starts it.
    List<String> options =
        new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    String home = System.getProperty("ronsel.home");
    if (home != null) {
      options.add("-Dronsel.home=" + home);
    }
    options.add("-D" + STARTER + "=" + ProcessHandle.current().pid());
    return jvm(options, ChildLauncher.class.getModule(), MAIN);
  }

  /** Whether a command line is {@link #command()} with arguments, so that it is of this version. */
  public static boolean isMadeHere(List<String> commandLine) {
    List<String> launcher = command();
    return commandLine.size() >= launcher.size()
        && commandLine.subList(0, launcher.size()).equals(launcher);
  }

  /** The command line of a JVM that runs a main class by the same JDK and code as this one. */
  public static List<String> jvm(List<String> options, Class<?> main) {
    return jvm(options, main.getModule(), main.getName());
  }

  private static List<String> jvm(List<String> options, Module module, String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    String modulePath = System.getProperty("jdk.module.path", "");
    if (modulePath.isEmpty()) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(main);
    } else {
      command.add("--enable-native-access=org.ronsel.core");
      command.addAll(List.of("-p", modulePath, "-m"));
      command.add(module.getName() + "/" + main);
    }
    return command;
  }

  /** The class path of a program that measures, of which {@link CompilerWatch} is a part. */
  public static String classPath(Class<?> program) {
    return place(program) + File.pathSeparator + place(CompilerWatch.class);
  }

  /**
   * The jar or folder that a class was loaded from: the class path of a job that needs no more.
   *
   * @throws IllegalStateException if it came from elsewhere
   */
  public static String place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      if (source != null && source.getLocation() != null) {
        return Path.of(source.getLocation().toURI()).toString();
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " lies at an odd place", e);
    }
    throw new IllegalStateException(type + " was not loaded from a jar or a folder");
  }
}
