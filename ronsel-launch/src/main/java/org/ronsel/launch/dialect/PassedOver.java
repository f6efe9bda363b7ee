package org.ronsel.launch.dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was read and means nothing here, said in one line; and other lines for the user. */
final class PassedOver {
  private final String launcher;
  private final Set<String> options = new LinkedHashSet<>();
  private final List<String> others = new ArrayList<>();

  PassedOver(String launcher) {
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
      lines.add(
          launcher + ": without meaning here, and passed over: " + String.join(", ", options));
    }
    lines.addAll(others);
    return lines;
  }
}
