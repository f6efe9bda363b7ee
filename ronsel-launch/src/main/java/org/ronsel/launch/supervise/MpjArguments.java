package org.ronsel.launch.supervise;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds programs that count on the three arguments which MPJ Express puts before theirs: they read
 * {@code args[3]} where there is no more than {@code args[0]}, or {@code args[1]}, which is the
 * number of ranks, where there is none. Who reads the first argument that is missing may lack no
 * more than that one.
 */
final class MpjArguments {
  private static final int BEFORE = 3;

  private static final Pattern BEHIND_THE_END =
      Pattern.compile(
          "\\bArrayIndexOutOfBoundsException: Index (\\d+) out of bounds for length (\\d+)");

  private MpjArguments() {}

  /**
   * Advice for a program that has failed, or nothing.
   *
   * @param failure in words
   * @param given how many arguments the program has
   */
  static String advice(String failure, int given) {
    Matcher found = BEHIND_THE_END.matcher(failure);
    if (!found.find() || !found.group(2).equals(Integer.toString(given))) {
      return "";
    }
    long index = Long.parseLong(found.group(1));
    return index > given && index < BEFORE + given
        ? "\n  If that is an argument of main: MPJ Express puts rank, size and device before those of"
            + " the program, and so does --mpj-args."
        : "";
  }
}
