package org.ronsel.tune.measure;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.shared.DirectAlgorithm;
import org.ronsel.tune.MeasurementEnvironment;
import org.ronsel.tune.Question;
import org.ronsel.tune.Shapes;
import org.ronsel.tune.TableMaker;

/**
 * The algorithms that are worth measuring. Of those whose schedules are the same for this many
 * ranks and a message of this length one is enough: trees of two ranks are all alike.
 */
final class Candidates {
  private Candidates() {}

  /**
   * Candidates for blocking calls of ranks of this host.
   *
   * @param together whether the ranks share a JVM; otherwise each has its own
   * @return candidates, no two of which have the same schedules; the first is the choice of the
   *     built-in table
   */
  static List<Algorithm> of(Collective collective, int bytes, int ranks, boolean together) {
    RankGrouping grouping = new CommShape(ranks, ranks, together ? ranks : 1, false).grouping();
    Algorithm usual =
        TableMaker.usual(
            new Question(
                Shapes.here(ranks, !together, MeasurementEnvironment.cores()), collective, bytes));
    List<Algorithm> all = new ArrayList<>(List.of(usual));
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      if ((together || !(algorithm instanceof DirectAlgorithm))
          && algorithm.supports(ranks, grouping)
          && all.stream().noneMatch(other -> areAlike(algorithm, other, bytes, ranks))) {
        all.add(algorithm);
      }
    }
    return all;
  }

  private static boolean areAlike(Algorithm one, Algorithm other, int bytes, int ranks) {
    if (!(one instanceof ScheduledAlgorithm a) || !(other instanceof ScheduledAlgorithm b)) {
      return one == other;
    }
    ScheduledAlgorithm first = a.forBytes(bytes);
    ScheduledAlgorithm second = b.forBytes(bytes);
    if (first == second) {
      return true;
    }
    for (int root = 0; root < ranks; root++) {
      for (int rank = 0; rank < ranks; rank++) {
        if (!first.schedule(rank, ranks, root).doesTheSameAs(second.schedule(rank, ranks, root))) {
          return false;
        }
      }
    }
    return true;
  }
}
