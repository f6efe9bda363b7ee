package org.ronsel.launch.dialect;

import java.util.List;

/**
 * A command line of another family in the words of {@code ronsel run}.
 *
 * @param parts the words of each program; none if help is asked for
 * @param notices what the user should be told, a line each
 */
public record Translation(List<List<String>> parts, List<String> notices) {
  /** Copies the lists. */
  public Translation {
    parts = List.copyOf(parts);
    notices = List.copyOf(notices);
  }

  /** Whether the command line asks for help. */
  public boolean isHelp() {
    return parts.isEmpty();
  }
}
