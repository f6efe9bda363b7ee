package org.ronsel.launch.run;

import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.ronsel.RonselException;
import org.ronsel.launch.dialect.NearestWord;
import org.ronsel.launch.spi.JvmOptionSyntax;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.Setting;

/** The settings of Ronsel among the options of JVMs, such as {@code -Dronsel.eager.limit=64K}. */
public final class JvmSettings {
  private static final String DEFINITION = "-D";
  private static final String PREFIX = "ronsel.";

  private JvmSettings() {}

  /**
   * Checks settings here, so that a mistake is reported once and before the job starts.
   *
   * @return the options
   * @throws UsageException if one is unknown, or has an invalid value
   */
  public static List<String> checked(List<String> options) {
    requireOptions(options);
    Properties properties = new Properties();
    for (String option : options) {
      if (option.startsWith(DEFINITION)) {
        int equals = option.indexOf('=');
        int end = equals < 0 ? option.length() : equals;
        properties.setProperty(
            option.substring(DEFINITION.length(), end),
            equals < 0 ? "" : option.substring(equals + 1));
      }
    }
    try {
      Setting.check(properties);
    } catch (RonselException e) {
      throw new UsageException("-J" + e.getMessage());
    }
    properties.stringPropertyNames().forEach(JvmSettings::requireNotMisspelt);
    return options;
  }

  /**
   * Refuses a name without groups, such as {@code ronsel.fence}, that is near the name of such a
   * setting; others are the program's own.
   */
  private static void requireNotMisspelt(String property) {
    if (!property.startsWith(PREFIX)) {
      return;
    }
    String name = property.substring(PREFIX.length());
    List<String> known =
        Arrays.stream(Setting.values())
            .map(each -> each.property().substring(PREFIX.length()))
            .filter(each -> each.indexOf('.') < 0)
            .toList();
    if (name.indexOf('.') < 0 && !known.contains(name)) {
      NearestWord.nearest(name, known)
          .ifPresent(
              near -> {
                throw new UsageException(
                    "-J-D" + property + " sets nothing; the nearest is " + PREFIX + near);
              });
    }
  }

  /** Refuses words that are not options: the JVM would take one for the main class. */
  private static void requireOptions(List<String> options) {
    boolean isValue = false;
    for (String option : options) {
      if (!isValue && !option.startsWith("-") && !option.startsWith("@")) {
        throw new UsageException(
            "-J" + option + ": an option of JVMs begins with -, such as -J-Xmx2g");
      }
      if (!isValue && JvmOptionSyntax.runsNoProgram(option)) {
        throw new UsageException(
            "-J" + option + ": with this option a JVM runs no ranks; leave it out");
      }
      isValue = !isValue && JvmOptionSyntax.takesNextWord(option);
    }
  }
}
