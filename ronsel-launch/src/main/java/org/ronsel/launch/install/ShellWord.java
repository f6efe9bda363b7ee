package org.ronsel.launch.install;

import java.util.regex.Pattern;

/** Words of a command line for a POSIX shell. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWord() {}

  /** The text as one word: as it is, or in single quotes where a shell would change it. */
  public static String of(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
