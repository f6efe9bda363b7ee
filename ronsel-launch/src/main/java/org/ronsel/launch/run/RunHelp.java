package org.ronsel.launch.run;

import java.util.ArrayList;
import java.util.List;

/** The text of {@code ronsel run --help}. */
public final class RunHelp {
  private static final int INDENT = 28;
  private static final int WIDTH = 96;

  private static final String HEAD =
      """
      Run a program on several ranks.

      Usage: ronsel run -n N [OPTION]... PROGRAM [ARGUMENT]...
             ronsel run -n N [OPTION]... PROGRAM [ARGUMENT]... : -n M [OPTION]... PROGRAM ...

      PROGRAM is a .java source file, the name of a class (--class-path), an executable .jar, or a
      class of a module (-m). Standard input goes to rank 0. The exit status is that of the first
      rank that fails. With ':' several programs make one job.

      The options of MPJ Express, FastMPJ and Open MPI: ronsel mpjrun, fmpjrun, mpirun --help.

      """;

  private RunHelp() {}

  /** The whole text. */
  public static String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (RunOption option : RunOption.values()) {
      String left = "  " + String.join(", ", option.names());
      if (option.value() != null) {
        left += (option == RunOption.JVM_OPTION ? "" : " ") + option.value();
      }
      text.append(left);
      String gap = left.length() < INDENT ? " ".repeat(INDENT - left.length()) : null;
      for (String line : wrap(option.description())) {
        text.append(gap == null ? "\n" + " ".repeat(INDENT) : gap).append(line);
        gap = null;
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static List<String> wrap(String description) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : description.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH - INDENT) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
