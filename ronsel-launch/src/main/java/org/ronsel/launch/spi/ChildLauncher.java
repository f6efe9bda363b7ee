package org.ronsel.launch.spi;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The launcher as a process that a command starts: by the same JDK and code as this process. The
 * job ends when this process ends in any way.
 */
public final class ChildLauncher {
  /** The property with the process id of the process that started a launcher, its parent. */
  public static final String STARTER = "ronsel.launch.starter";

  /**
   * Options of the JVM of a launcher, which is over soon, as the script {@code ronsel} has them:
   * what is called less than 800 times is not worth compiling. A killed JVM leaves no file in
   * {@code /tmp}.
   */
  public static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:Tier3InvocationThreshold=800",
          "-XX:Tier3MinInvocationThreshold=400",
          "-XX:Tier3CompileThreshold=3000",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData");

  /** Those by which the script has its JVM use the launcher's start-up cache. */
  private static final Pattern CACHE =
      Pattern.compile("-XX:(AOTCache=.*|-AOTReplayTraining|\\+(Unlock|IgnoreUnrecogni[sz]ed)\\w*)");

  /** Main class of the command {@code ronsel}, which this package may not use. */
  private static final String MAIN = "org.ronsel.launch.Main";

  private ChildLauncher() {}

  /**
   * A command line that lacks the arguments of {@code ronsel} only: that of the script {@code
   * ronsel}, with the launcher's start-up cache if this JVM uses it. The environment is to be
   * without the {@linkplain JvmVariables variables} that have options for every JVM.
   */
  public static List<String> command() {
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    options.add("-Xlog:disable");
    options.addAll(cacheOptions(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    String home = System.getProperty("ronsel.home");
    if (home != null) {
      options.add("-Dronsel.home=" + home);
    }
    options.add("-D" + STARTER + "=" + ProcessHandle.current().pid());
    return jvm(options, ChildLauncher.class.getModule(), MAIN);
  }

  /** The options of this JVM by which it uses the launcher's start-up cache, if it does. */
  static List<String> cacheOptions(List<String> own) {
    return own.stream().anyMatch(option -> option.startsWith("-XX:AOTCache="))
        ? own.stream().filter(CACHE.asMatchPredicate()).toList()
        : List.of();
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
      command.add("--enable-native-access=org.ronsel.core,org.ronsel.launch");
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
