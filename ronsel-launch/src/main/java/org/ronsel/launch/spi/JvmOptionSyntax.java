package org.ronsel.launch.spi;

import java.util.Set;

/** Which options of the {@code java} command are more than one word. */
public final class JvmOptionSyntax {
  /** Options whose value follows an equals sign or is the next word. */
  public static final Set<String> TAKE_VALUES =
      Set.of(
          "--add-modules",
          "--add-opens",
          "--add-exports",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--upgrade-module-path",
          "--enable-native-access",
          "--illegal-native-access",
          "--finalization",
          "--sun-misc-unsafe-memory-access");

  /** The paths of classes and modules. */
  private static final Set<String> PATHS =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path");

  /** Options with which a JVM prints something, or runs something else, and ends. */
  private static final Set<String> RUN_NO_PROGRAM =
      Set.of(
          "-version",
          "--version",
          "-help",
          "--help",
          "-h",
          "-?",
          "-X",
          "--help-extra",
          "--list-modules",
          "--dry-run",
          "--validate-modules",
          "-jar",
          "-m",
          "--module",
          "-d",
          "--describe-module",
          "--source");

  private JvmOptionSyntax() {}

  /** Whether the value of an option is the next word. */
  public static boolean takesNextWord(String option) {
    return TAKE_VALUES.contains(option) || PATHS.contains(option);
  }

  /** Whether a JVM with an option runs no ranks. */
  public static boolean runsNoProgram(String option) {
    int equals = option.indexOf('=');
    return RUN_NO_PROGRAM.contains(equals < 0 ? option : option.substring(0, equals));
  }
}
