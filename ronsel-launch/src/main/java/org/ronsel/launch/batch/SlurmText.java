package org.ronsel.launch.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ronsel.launch.spi.UsageException;

/** Lists of nodes and of numbers in the short forms that Slurm puts into the environment. */
final class SlurmText {
  /**
   * Most nodes of a list, more than any cluster has; prevents a short text from filling the memory.
   */
  private static final int MOST = 1_000_000;

  private static final int MOST_DIGITS = 12;

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,%1$d})(?:-(\\d{1,%1$d}))?".formatted(MOST_DIGITS));

  private static final Pattern COUNT = Pattern.compile("(\\d{1,7})(?:\\(x(\\d{1,7})\\))?");

  private final String where;
  private final String text;

  private SlurmText(String where, String text) {
    this.where = where;
    this.text = text;
  }

  /**
   * The names in a list of nodes such as {@code node[01-03,7],login}, in its order. Several
   * brackets in a name are as many loops, the last one the innermost.
   *
   * @param variable that has the text
   * @throws UsageException if the text is not such a list
   */
  static List<String> nodes(String variable, String text) {
    SlurmText list = new SlurmText(variable + "=" + text, text);
    List<String> names = new ArrayList<>();
    int start = 0;
    boolean inside = false;
    for (int at = 0; at <= text.length(); at++) {
      char c = at == text.length() ? ',' : text.charAt(at);
      if (c == '[' || c == ']') {
        if (inside == (c == '[')) {
          throw list.bad("the brackets do not match");
        }
        inside = !inside;
      } else if (at == text.length() && inside) {
        throw list.bad("the brackets do not match");
      } else if (c == ',' && !inside) {
        list.expand("", text.substring(start, at), names);
        start = at + 1;
      }
    }
    return names;
  }

  /**
   * A number for each node, such as {@code 2(x3),1} for 2, 2, 2, 1.
   *
   * @param variable that has the text
   * @throws UsageException if the text is not such a list
   */
  static List<Integer> counts(String variable, String text) {
    SlurmText list = new SlurmText(variable + "=" + text, text);
    List<Integer> counts = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Matcher count = COUNT.matcher(each);
      if (!count.matches()) {
        throw list.bad("'" + each + "' is not a number, nor one with (xN) behind it");
      }
      int value = list.number(count.group(1));
      int times = count.group(2) == null ? 1 : list.number(count.group(2));
      if (counts.size() + times > MOST) {
        throw list.bad("more than " + MOST + " nodes");
      }
      for (int i = 0; i < times; i++) {
        counts.add(value);
      }
    }
    return counts;
  }

  private int number(String digits) {
    int number = Integer.parseInt(digits);
    if (number < 1 || number > MOST) {
      throw bad("numbers are 1 to " + MOST);
    }
    return number;
  }

  /** Adds the names of a part of the list, whose brackets match. */
  private void expand(String before, String name, List<String> names) {
    int open = name.indexOf('[');
    if (open < 0) {
      String whole = before + name;
      if (!whole.matches("\\w[\\w.-]*")) {
        throw bad("'" + whole + "' is not the name of a node");
      }
      if (names.size() == MOST) {
        throw bad("more than " + MOST + " nodes");
      }
      names.add(whole);
      return;
    }
    int close = name.indexOf(']');
    String prefix = before + name.substring(0, open);
    String rest = name.substring(close + 1);
    for (String each : name.substring(open + 1, close).split(",", -1)) {
      Matcher range = RANGE.matcher(each);
      if (!range.matches()) {
        throw bad("'" + each + "' is not a range such as 1-3");
      }
      String low = range.group(1);
      long first = Long.parseLong(low);
      long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
      if (last < first || last - first >= MOST) {
        throw bad("the range " + each + (last < first ? " runs backwards" : " is too long"));
      }
      for (long number = first; number <= last; number++) {
        // The width of the first number, with its leading zeros, is that of all.
        String digits = Long.toString(number);
        String zeros = "0".repeat(Math.max(0, low.length() - digits.length()));
        expand(prefix + zeros + digits, rest, names);
      }
    }
  }

  private UsageException bad(String why) {
    String shown = where.length() > 200 ? where.substring(0, 200) + "..." : where;
    return new UsageException((shown + ": " + why).replaceAll("\\p{Cntrl}", "?"));
  }
}
