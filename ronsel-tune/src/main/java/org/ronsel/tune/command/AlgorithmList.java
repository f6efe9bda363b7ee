package org.ronsel.tune.command;

import java.util.List;
import java.util.Locale;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.selection.KnownAlgorithms;

/** The text of {@code ronsel tune --list}: each algorithm with a summary and its uses. */
final class AlgorithmList {
  /** The grouping of ranks in equal blocks on two hosts. */
  private static final RankGrouping HOSTS = new RankGrouping(2, true, true);

  private static final int MOST_PROBED = 64;

  private AlgorithmList() {}

  /** The algorithms of these operations. */
  static String of(List<Collective> collectives) {
    StringBuilder text = new StringBuilder();
    for (Collective collective : collectives) {
      List<Algorithm> algorithms = KnownAlgorithms.of(collective);
      int width = algorithms.stream().mapToInt(each -> each.name().length()).max().orElse(0);
      String columns = "  %-" + Math.max(9, width) + "s  %-10s %-8s %-14s %s%n";
      text.append(collective.call()).append('\n');
      text.append(
          String.format(Locale.ROOT, columns, "algorithm", "rank order", "in place", "ranks", ""));
      for (Algorithm each : algorithms) {
        text.append(
            String.format(
                Locale.ROOT,
                columns,
                each.name(),
                order(each),
                each.supportsInPlace() ? "yes" : "no",
                ranks(each),
                each.summary()));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String order(Algorithm algorithm) {
    return algorithm.keepsRankOrder()
        ? "kept"
        : algorithm.keepsRankOrder(HOSTS) ? "of blocks" : "lost";
  }

  private static String ranks(Algorithm algorithm) {
    if (algorithm.supports(8, HOSTS) && !algorithm.supports(8, RankGrouping.TOGETHER)) {
      return "on hosts, JVMs";
    }
    boolean any = true;
    boolean powersOfTwo = true;
    for (int ranks = 1; ranks <= MOST_PROBED; ranks++) {
      boolean works = algorithm.supports(ranks);
      any &= works;
      powersOfTwo &= works == (Integer.bitCount(ranks) == 1);
    }
    return any ? "any" : powersOfTwo ? "powers of two" : "some";
  }
}
