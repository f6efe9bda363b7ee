package org.ronsel.launch;

import java.util.List;
import java.util.Properties;
import org.ronsel.RonselException;
import org.ronsel.machine.Setting;

/** The settings of Ronsel among the options of JVMs, such as {@code -Dronsel.eager.limit=64K}. */
final class JvmSettings {
  private static final String DEFINITION = "-D";

  private JvmSettings() {}

  /**
   * Looks at them here, so that a mistake is told once and before anything runs.
   *
   * @return the options
   * @throws UsageException if one is none, or has a value that it cannot have
   */
  static List<String> checked(List<String> options) {
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
    return options;
  }
}
