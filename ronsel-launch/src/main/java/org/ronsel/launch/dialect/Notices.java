package org.ronsel.launch.dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The notices to the user about a command line: the ignored options, in one line, and other lines.
 */
final class Notices {
  private final String launcher;
  private final Set<String> options = new LinkedHashSet<>();
  private final List<String> others = new ArrayList<>();

  Notices(String launcher) {
    this.launcher = launcher;
  }

  /** Notes an option with its values. */
  void option(String words) {
    options.add(words);
  }

  /** Notes a line of its own. */
  void line(String text) {
    others.add(launcher + ": " + text);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!options.isEmpty()) {
      lines.add(launcher + ": ignored here: " + String.join(", ", options));
    }
    lines.addAll(others);
    return lines;
  }
}
