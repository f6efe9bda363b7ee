package org.ronsel.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.Range;
import org.ronsel.collective.selection.Rule;
import org.ronsel.collective.selection.SelectionTable;

/**
 * Makes rules from answers. Between two lengths with answers the choice changes at their geometric
 * mean; a number of ranks applies to all numbers up to the next one with answers, and the largest
 * to those up to twice as many. All other cases are left to the built-in table.
 */
public final class TableMaker {
  /** Fraction by which an algorithm must be faster than the built-in choice to replace it. */
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
      of.sort(Comparator.comparingInt(answer -> answer.question().shape().ranks()));
      while (!of.isEmpty()) {
        CommShape first = of.getFirst().question().shape();
        List<Answer> alike =
            of.stream()
                .filter(answer -> Shapes.areAlike(answer.question().shape(), first))
                .toList();
        of.removeAll(alike);
        rules.addAll(ofShapes(first, alike));
      }
    }
    return rules;
  }

  /** The rules of answers whose shapes differ in the number of ranks alone. */
  private static List<Rule> ofShapes(CommShape shape, List<Answer> answers) {
    TreeMap<Integer, TreeMap<Long, Algorithm>> grid = new TreeMap<>();
    for (Answer answer : answers) {
      grid.computeIfAbsent(answer.question().shape().ranks(), ranks -> new TreeMap<>())
          .put(answer.question().bytes(), chosen(answer));
    }
    List<Map.Entry<Integer, List<Rule>>> rows = new ArrayList<>();
    grid.forEach((ranks, byLength) -> rows.add(Map.entry(ranks, row(byLength))));
    List<Rule> rules = new ArrayList<>();
    int at = 0;
    while (at < rows.size()) {
      List<Rule> row = rows.get(at).getValue();
      int next = at + 1;
      while (next < rows.size() && rows.get(next).getValue().equals(row)) {
        next++;
      }
      long most =
          next < rows.size() ? rows.get(next).getKey() - 1 : 2L * rows.get(next - 1).getKey() - 1;
      for (Rule rule : row) {
        rules.add(Shapes.restrict(rule.forRanks(new Range(rows.get(at).getKey(), most)), shape));
      }
      at = next;
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

  /** The choice of the built-in table for a blocking call. */
  public static Algorithm usual(Question question) {
    return SelectionTable.builtIn()
        .forShape(question.shape())
        .find(question.collective(), question.bytes(), CombiningOrder.ANY, false);
  }
}
