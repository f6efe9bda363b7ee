package org.ronsel.launch.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables by which an environment gives options to every JVM. They are meant for the JVMs of
 * ranks: the launcher and its agents choose options of their own, which others may contradict, and
 * have standard output to themselves. So what starts these keeps the variables for the ranks, under
 * other names.
 */
public final class JvmVariables {
  private static final List<String> NAMES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * The script {@code ronsel} has it, too. Variables named {@code RONSEL_} travel to other hosts.
   */
  private static final String KEPT = "KEPT_BY_RONSEL_";

  private JvmVariables() {}

  /** A line of a shell script that keeps them. */
  public static String keep() {
    StringBuilder script = new StringBuilder();
    for (String name : NAMES) {
      script.append(
          "[ -z \"$NAME\" ] || export KEPTNAME=\"$NAME\"; unset NAME; "
              .replace("KEPT", KEPT)
              .replace("NAME", name));
    }
    return script.toString();
  }

  /** Words in front of a command that runs without them, where a script cannot keep them. */
  public static List<String> without() {
    List<String> words = new ArrayList<>(List.of("env"));
    NAMES.forEach(name -> words.addAll(List.of("-u", name)));
    return words;
  }

  /** Keeps them in the environment of a launcher. */
  public static void keep(Map<String, String> environment) {
    for (String name : NAMES) {
      String value = environment.remove(name);
      if (value != null) {
        environment.put(KEPT + name, value);
      }
    }
  }

  /** Gives the variables that were kept back to an environment, such as that of a JVM of ranks. */
  public static void giveBack(Map<String, String> environment) {
    for (String name : NAMES) {
      String kept = environment.remove(KEPT + name);
      if (kept != null) {
        environment.put(name, kept);
      }
    }
  }

  /** The value of any variable in the environment in which the launcher was started, or null. */
  public static @Nullable String value(String name) {
    String kept = System.getenv(KEPT + name);
    return kept != null ? kept : System.getenv(name);
  }

  /** The options that they give to a JVM of this environment. */
  public static List<String> options(Map<String, String> environment) {
    List<String> options = new ArrayList<>();
    for (String name : NAMES) {
      options.addAll(List.of(environment.getOrDefault(name, "").strip().split("\\s+")));
    }
    return options;
  }
}
