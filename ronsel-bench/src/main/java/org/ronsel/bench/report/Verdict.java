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
 * @param ratio of times; null if subject and reference were not measured in one mood
 * @param value ratio of values that counts; NaN without a ratio
 */
public record Verdict(
    Targets.Target target, Workload workload, @Nullable Ratio ratio, double value) {

  /** The verdicts on all targets that are about a workload of this run. */
  public static List<Verdict> all(Results results) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Workload workload : results.workloads()) {
      for (Targets.Target target : Targets.ALL) {
        if (target.isAbout(workload)
            && !results.rows(workload, target.subject()).isEmpty()
            && !results.rows(workload, target.reference()).isEmpty()) {
          verdicts.add(of(target, workload, results));
        }
      }
    }
    return verdicts;
  }

  private static Verdict of(Targets.Target target, Workload workload, Results results) {
    Optional<Ratio> ratio = results.ratio(workload, target.subject(), target.reference());
    double value = ratio.map(r -> workload.metric().ratio(r.judged())).orElse(Double.NaN);
    return new Verdict(target, workload, ratio.orElse(null), value);
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
