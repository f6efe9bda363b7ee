package org.ronsel.launch.dialect;

import java.util.List;

/**
 * A command line of another family in the words of {@code ronsel run}.
 *
 * @param parts the words of each program; none if help or the version is asked for
 * @param notices lines for the user
 * @param isVersion whether the command line asks for the version
 */
public record Translation(List<List<String>> parts, List<String> notices, boolean isVersion) {
  /** The translation of a command line that asks for help. */
  static final Translation HELP = new Translation(List.of(), List.of(), false);

  /** The translation of a command line that asks for the version. */
  static final Translation VERSION = new Translation(List.of(), List.of(), true);

  /** Copies the lists. */
  public Translation {
    parts = List.copyOf(parts);
    notices = List.copyOf(notices);
  }

  /** Whether the command line asks for help. */
  public boolean isHelp() {
    return parts.isEmpty() && !isVersion;
  }
}
