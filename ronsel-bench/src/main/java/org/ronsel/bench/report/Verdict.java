package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.Ratio;

/**
 * What a run says about a target.
 *
 * @param target which one
 * @param workload that it is about
 * @param against the reference with which it was compared: of several the one that is fastest
 * @param ratio of times; null if subject and reference were not measured at one core distance
 * @param value ratio of values that counts; NaN without a ratio
 */
public record Verdict(
    Targets.Target target, Workload workload, String against, @Nullable Ratio ratio, double value) {

  /** The verdicts on all targets that are about a workload of this run. */
  public static List<Verdict> all(Results results) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Workload workload : results.workloads()) {
      for (Targets.Target target : Targets.ALL) {
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
    Verdict hardest = null;
    for (String reference : target.references()) {
      Optional<Ratio> ratio = results.ratio(workload, target.subject(), reference);
      if (ratio.isPresent()) {
        double value = workload.metric().ratio(ratio.get().judged());
        boolean harder =
            hardest == null || (target.atLeast() ? value < hardest.value : value > hardest.value);
        if (harder) {
          hardest = new Verdict(target, workload, reference, ratio.get(), value);
        }
      }
    }
    return hardest != null
        ? hardest
        : new Verdict(target, workload, String.join(" or ", target.references()), null, Double.NaN);
  }

  /** One word or two: met, missed, goal met, not known. */
  public String word() {
    if (ratio == null) {
      return "not known";
    }
    if (target.goalMetBy(value)) {
      return "goal met";
    }
    return target.metBy(value) ? "met" : "missed";
  }
}
