package org.ronsel.collective.selection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.memory.ByteSize;

/**
 * A table of algorithms as text, for people to read and change. Lines:
 *
 * <pre>
 * ronsel collectives table 1
 * created: 2026-11-21T12:00:00Z
 * machine: AMD EPYC 9B14, 2 cores
 *
 * # the first rule that fits is taken; where none fits the built-in table is asked
 * allReduce ranks=4..7 per-jvm=1 bytes=..16K commutative=yes -&gt; recursive-doubling
 * broadcast per-jvm=all -&gt; direct
 * </pre>
 *
 * @param head facts about the table by name, in order; {@link #FACTS} are the names
 * @param rules in order
 */
public record TableFile(Map<String, String> head, List<Rule> rules) {
  /** The first line, which says what the file is, and in which version of the format. */
  public static final String TITLE = "ronsel collectives table ";

  /** The version of the format. */
  public static final int VERSION = 1;

  /** The facts that the head may state: date, version, machine, and how the table was made. */
  public static final List<String> FACTS = List.of("created", "ronsel", "machine", "made-by");

  /** A file may have so many characters. */
  public static final int LONGEST = 1 << 20;

  /** Copies both. */
  public TableFile {
    head = new LinkedHashMap<>(head);
    rules = List.copyOf(rules);
  }

  /**
   * Reads a table.
   *
   * @param name of the file, for messages
   * @throws InvalidTableException if the text is not a table of this version in every line
   */
  public static TableFile parse(String name, String text) {
    return new TableReader(name).read(text);
  }

  /** The table as text, which {@link #parse} reads. */
  public String text() {
    StringBuilder text = new StringBuilder(TITLE).append(VERSION).append('\n');
    head.forEach((fact, value) -> text.append(fact).append(": ").append(value).append('\n'));
    String operation = "";
    for (Rule rule : rules) {
      if (!rule.collective().call().equals(operation)) {
        text.append('\n');
        operation = rule.collective().call();
      }
      text.append(line(rule)).append('\n');
    }
    return text.toString();
  }

  /** A rule as a line. */
  static String line(Rule rule) {
    StringBuilder line = new StringBuilder(rule.collective().call());
    append(line, "ranks", rule.ranks(), false);
    append(line, "per-host", rule.perHost(), false);
    append(line, "per-jvm", rule.perJvm(), false);
    append(line, "bytes", rule.bytes(), true);
    append(line, "oversubscribed", rule.oversubscribed());
    append(line, "commutative", rule.commutative());
    append(line, "in-place", rule.inPlace());
    return line.append(" -> ").append(rule.algorithm().name()).toString();
  }

  private static void append(StringBuilder line, String name, Range range, boolean isLength) {
    if (range.equals(Range.ANY)) {
      return;
    }
    line.append(' ').append(name).append('=');
    if (range.equals(Range.ALL_RANKS)) {
      line.append("all");
      return;
    }
    if (range.least() == range.most()) {
      line.append(number(range.least(), isLength));
      return;
    }
    if (range.least() > 0) {
      line.append(number(range.least(), isLength));
    }
    line.append("..");
    if (range.most() < Long.MAX_VALUE) {
      line.append(number(range.most(), isLength));
    }
  }

  private static void append(StringBuilder line, String name, Rule.Whether condition) {
    if (condition != Rule.Whether.EITHER) {
      line.append(' ').append(name).append(condition == Rule.Whether.YES ? "=yes" : "=no");
    }
  }

  private static String number(long number, boolean isLength) {
    return isLength ? ByteSize.format(number) : Long.toString(number);
  }
}
