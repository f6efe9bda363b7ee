package org.ronsel.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.Range;
import org.ronsel.collective.selection.Rule;
import org.ronsel.collective.selection.SelectionTable;

/**
 * Makes rules of answers. Between two lengths that were asked for the choice changes at their
 * geometric mean; a number of ranks stands for all up to the next that was asked for, and the
 * largest for those up to twice as many. What lies beyond is left to the built-in table.
 */
public final class TableMaker {
  /** How much faster than the built-in choice another must be to take its place. */
  private static final double TOLERANCE = 0.05;

  private TableMaker() {}

  /** The rules, by operation. */
  public static List<Rule> rules(List<Answer> answers) {
    List<Rule> rules = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      List<Answer> of = new ArrayList<>();
      for (Answer answer : answers) {
        if (answer.question().collective() == collective && !answer.timesNs().isEmpty()) {
          of.add(answer);
        }
      }
      of.sort(Comparator.comparingInt(answer -> answer.question().setting().ranks()));
      while (!of.isEmpty()) {
        Setting first = of.getFirst().question().setting();
        List<Answer> alike =
            of.stream().filter(answer -> answer.question().setting().isLike(first)).toList();
        of.removeAll(alike);
        rules.addAll(ofSettings(first, alike));
      }
    }
    return rules;
  }

  /** The rules of answers whose settings differ in the number of ranks alone. */
  private static List<Rule> ofSettings(Setting setting, List<Answer> answers) {
    TreeMap<Integer, TreeMap<Long, Algorithm>> grid = new TreeMap<>();
    for (Answer answer : answers) {
      grid.computeIfAbsent(answer.question().setting().ranks(), ranks -> new TreeMap<>())
          .put(answer.question().bytes(), chosen(answer));
    }
    List<Rule> rules = new ArrayList<>();
    Integer from = grid.firstKey();
    while (from != null) {
      List<Rule> row = row(grid.get(from));
      Integer next = grid.higherKey(from);
      int last = from;
      while (next != null && row(grid.get(next)).equals(row)) {
        last = next;
        next = grid.higherKey(next);
      }
      Range ranks = new Range(from, next != null ? next - 1 : 2L * last - 1);
      for (Rule rule : row) {
        rules.add(setting.place(rule.forRanks(ranks)));
      }
      from = next;
    }
    return rules;
  }

  /** The rules for one number of ranks, by length. */
  private static List<Rule> row(TreeMap<Long, Algorithm> byLength) {
    List<Rule> rules = new ArrayList<>();
    long least = 0;
    for (Map.Entry<Long, Algorithm> each : byLength.entrySet()) {
      Map.Entry<Long, Algorithm> next = byLength.higherEntry(each.getKey());
      if (next != null && next.getValue() == each.getValue()) {
        continue;
      }
      long most =
          next == null ? Long.MAX_VALUE : (long) Math.sqrt((double) each.getKey() * next.getKey());
      rules.add(Rule.of(each.getValue()).forBytes(new Range(least, most)));
      least = most + 1;
    }
    return rules;
  }

  private static Algorithm chosen(Answer answer) {
    Question question = answer.question();
    String best = answer.best(usual(question).name(), TOLERANCE);
    return Objects.requireNonNull(KnownAlgorithms.find(question.collective(), best));
  }

  /** What the built-in table chooses for a blocking call. */
  public static Algorithm usual(Question question) {
    var selection = SelectionTable.builtIn().forShape(question.setting().shape());
    return question.setting().isOneJvm()
        ? selection.find(question.collective(), question.bytes(), true, false)
        : selection.findScheduled(question.collective(), question.bytes(), true, false);
  }
}
