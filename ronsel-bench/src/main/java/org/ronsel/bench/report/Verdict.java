package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.Ratio;

/**
 * The verdict of a run on a target.
 *
 * @param target the target
 * @param workload that it is about
 * @param against the reference with which it was compared: of several the fastest
 * @param ratio of values; null if subject or reference were not measured
 */
public record Verdict(
    Targets.Target target, Workload workload, String against, @Nullable Ratio ratio) {

  /** The verdicts on those targets that are about a workload of this run. */
  public static List<Verdict> all(List<Targets.Target> targets, Results results) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Workload workload : results.workloads()) {
      for (Targets.Target target : targets) {
        if (target.isAbout(workload)
            && !results.rows(workload, target.subject()).isEmpty()
            && target.references().stream()
                .anyMatch(reference -> !results.rows(workload, reference).isEmpty())) {
          verdicts.add(of(target, workload, results));
        }
      }
    }
    return verdicts;
  }

  private static Verdict of(Targets.Target target, Workload workload, Results results) {
    Verdict hardest = new Verdict(target, workload, String.join(" or ", target.references()), null);
    for (String reference : target.references()) {
      Optional<Ratio> found = results.ratio(workload, target.subject(), reference);
      if (found.isPresent() && isHarder(target, found.get(), hardest.ratio)) {
        hardest = new Verdict(target, workload, reference, found.get());
      }
    }
    return hardest;
  }

  private static boolean isHarder(Targets.Target target, Ratio ratio, @Nullable Ratio than) {
    return than == null
        || (target.atLeast() ? ratio.median() < than.median() : ratio.median() > than.median());
  }

  /**
   * One or two words: goal met, met or missed if the whole interval of the ratio is on one side of
   * the bound, open if the bound is inside it, not known without a ratio.
   */
  public String word() {
    if (ratio == null) {
      return "not known";
    }
    if (target.goalMetBy(ratio.low()) && target.goalMetBy(ratio.high())) {
      return "goal met";
    }
    boolean low = target.metBy(ratio.low());
    boolean high = target.metBy(ratio.high());
    if (low != high) {
      return "open";
    }
    return low ? "met" : "missed";
  }
}
