package org.ronsel.collective.selection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.memory.ByteSize;

/**
 * Reads the text of a {@link TableFile}. Strict: text that it does not understand is an error,
 * since a rule that was skipped silently would not be missed. Without regular expressions and
 * streams, because it runs while a job starts.
 */
final class TableReader {
  private static final String CONDITIONS =
      "ranks=, per-host=, per-jvm=, bytes=, oversubscribed=, commutative=, in-place=";

  private final String file;
  private int lineNumber;

  TableReader(String file) {
    this.file = file;
  }

  TableFile read(String text) {
    if (text.length() > TableFile.LONGEST) {
      lineNumber = 1;
      throw wrong("a table has at most " + TableFile.LONGEST + " characters, not " + text.length());
    }
    Map<String, String> head = new LinkedHashMap<>();
    List<Rule> rules = new ArrayList<>();
    boolean titled = false;
    for (String raw : lines(text)) {
      lineNumber++;
      String line = raw.strip();
      if (!titled) {
        title(line);
        titled = true;
      } else if (line.isEmpty() || line.charAt(0) == '#') {
        continue;
      } else if (isFact(line)) {
        fact(line, head, rules.isEmpty());
      } else {
        rules.add(rule(line));
      }
    }
    return new TableFile(head, rules);
  }

  /** At least one, which may be empty; ends of lines as on any system. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      lines.add("");
    }
    return lines;
  }

  private void title(String line) {
    String expected = TableFile.TITLE + TableFile.VERSION;
    if (line.equals(expected)) {
      return;
    }
    if (line.startsWith(TableFile.TITLE)) {
      throw wrong(
          "this is a table of version "
              + shown(line.substring(TableFile.TITLE.length()))
              + ", and this Ronsel reads version "
              + TableFile.VERSION
              + "; make a new one with ronsel tune");
    }
    throw wrong("the first line must be \"" + expected + "\", not " + shown(line));
  }

  /** A fact has a colon behind its first word. */
  private static boolean isFact(String line) {
    int at = 0;
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      if (line.charAt(at) == ':') {
        return true;
      }
      at++;
    }
    return false;
  }

  private void fact(String line, Map<String, String> head, boolean inHead) {
    int colon = line.indexOf(':');
    String name = line.substring(0, colon);
    if (!TableFile.FACTS.contains(name)) {
      throw wrong(
          "no fact is called "
              + shown(name)
              + "; there are "
              + String.join(":, ", TableFile.FACTS)
              + ":");
    }
    if (!inHead) {
      throw wrong(name + ": must stand before the first rule");
    }
    if (head.put(name, line.substring(colon + 1).strip()) != null) {
      throw wrong(name + ": is given twice");
    }
  }

  private Rule rule(String line) {
    StringTokenizer words = new StringTokenizer(line);
    String operation = words.nextToken();
    Collective collective = collective(operation);
    List<String> conditions = new ArrayList<>();
    String word = "";
    while (words.hasMoreTokens() && !(word = words.nextToken()).equals("->")) {
      conditions.add(word);
    }
    if (!word.equals("->") || !words.hasMoreTokens()) {
      throw wrong("a rule ends with \"-> ALGORITHM\", such as \"" + operation + " -> direct\"");
    }
    Rule rule = Rule.of(algorithm(collective, words.nextToken()));
    if (words.hasMoreTokens()) {
      String more = words.nextToken();
      if (more.charAt(0) != '#') {
        throw wrong("nothing may follow the algorithm, but there is " + shown(more));
      }
    }
    Set<String> given = new HashSet<>();
    for (String condition : conditions) {
      int equals = condition.indexOf('=');
      String name = equals < 0 ? condition : condition.substring(0, equals);
      if (!given.add(name)) {
        throw wrong(name + "= is given twice");
      }
      rule = with(rule, name, equals < 0 ? "" : condition.substring(equals + 1));
    }
    return rule;
  }

  private Collective collective(String name) {
    for (Collective collective : Collective.values()) {
      if (collective.call().equals(name)) {
        return collective;
      }
    }
    throw wrong(
        "a rule begins with an operation, one of "
            + KnownAlgorithms.operations()
            + ", not "
            + shown(name));
  }

  private Algorithm algorithm(Collective collective, String name) {
    Algorithm found = KnownAlgorithms.find(collective, name);
    if (found == null) {
      throw wrong(
          collective.call()
              + " has no algorithm "
              + shown(name)
              + "; it has "
              + KnownAlgorithms.names(collective));
    }
    return found;
  }

  private Rule with(Rule rule, String name, String value) {
    Collective collective = rule.collective();
    return switch (name) {
      case "ranks" -> rule.forRanks(range(name, value, false));
      case "per-host" -> rule.forRanksPerHost(ranksPer(name, value));
      case "per-jvm" -> rule.forRanksPerJvm(ranksPer(name, value));
      case "bytes" -> {
        if (!collective.hasCommonLength()) {
          throw wrong(
              "bytes= is no condition of "
                  + collective.call()
                  + (collective.hasTable()
                      ? ", whose lengths its ranks do not all know"
                      : ", which has no data"));
        }
        yield rule.forBytes(range(name, value, true));
      }
      case "oversubscribed" -> rule.forOversubscribed(whether(name, value));
      case "commutative" -> {
        if (!collective.combines()) {
          throw wrong(
              "commutative= is no condition of "
                  + collective.call()
                  + ", which has no"
                  + " operator");
        }
        yield rule.forCommutative(whether(name, value));
      }
      case "in-place" -> {
        if (!collective.agreesOnPlace()) {
          throw wrong(
              "in-place= is no condition of "
                  + collective.call()
                  + (collective.hasRoot()
                      ? ": only its root knows"
                      : ": ranks need not be alike in it"));
        }
        yield rule.forInPlace(whether(name, value));
      }
      default ->
          throw wrong("the conditions are " + CONDITIONS + ", and there is none " + shown(name));
    };
  }

  private Range ranksPer(String name, String value) {
    return value.equals("all") ? Range.ALL_RANKS : range(name, value, false);
  }

  private Rule.Whether whether(String name, String value) {
    return switch (value) {
      case "yes" -> Rule.Whether.YES;
      case "no" -> Rule.Whether.NO;
      default -> throw wrong(name + "= must be yes or no, not " + shown(value));
    };
  }

  private Range range(String name, String value, boolean isLength) {
    int dots = value.indexOf("..");
    String low = dots < 0 ? value : value.substring(0, dots);
    String high = dots < 0 ? value : value.substring(dots + 2);
    if (low.isEmpty() && high.isEmpty()) {
      throw notRange(name, value, isLength);
    }
    long least = low.isEmpty() ? 0 : number(name, value, low, isLength);
    long most = high.isEmpty() ? Long.MAX_VALUE : number(name, value, high, isLength);
    if (least > most) {
      throw wrong(name + "=" + value + ": the first number is the larger one");
    }
    return new Range(least, most);
  }

  private long number(String name, String value, String digits, boolean isLength) {
    if (isLength) {
      try {
        return ByteSize.parse(digits);
      } catch (IllegalArgumentException e) {
        throw notRange(name, value, true);
      }
    }
    int end = digits.length();
    long number = 0;
    if (end == 0 || end > 15) {
      throw notRange(name, value, false);
    }
    for (int i = 0; i < end; i++) {
      char digit = digits.charAt(i);
      if (digit < '0' || digit > '9') {
        throw notRange(name, value, false);
      }
      number = 10 * number + digit - '0';
    }
    return number;
  }

  private InvalidTableException notRange(String name, String value, boolean isLength) {
    return wrong(
        name
            + "= must be a number or a range, such as "
            + (isLength ? "8, 1K..64K, ..16K or 2M.." : "4, 2..7, ..64 or 8..")
            + (name.startsWith("per-") ? ", or all" : "")
            + ", not "
            + shown(value));
  }

  /** The beginning of a text that is not a table, for the message. */
  private static String shown(String text) {
    StringBuilder shown = new StringBuilder("\"");
    for (int i = 0; i < text.length() && i < 40; i++) {
      char c = text.charAt(i);
      shown.append(c < ' ' || c == 0x7f ? '?' : c);
    }
    return shown.append(text.length() > 40 ? "...\"" : "\"").toString();
  }

  private InvalidTableException wrong(String what) {
    return new InvalidTableException(file, lineNumber, what);
  }
}
