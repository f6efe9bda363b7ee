package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.Ratio;

/**
 * The verdict of a run on a target.
 *
 * @param what was measured, for a person
 * @param place the same in the fields of the file format
 * @param subject who has to reach the bound
 * @param against the reference with which it was compared: of several the hardest
 * @param bound of the ratio
 * @param ratio of values; null if subject or reference were not measured
 */
public record Verdict(
    String what,
    Map<String, Object> place,
    String subject,
    String against,
    Bound bound,
    @Nullable Ratio ratio) {

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
    String against = String.join(" or ", target.references());
    Ratio hardest = null;
    for (String reference : target.references()) {
      Optional<Ratio> found = results.ratio(workload, target.subject(), reference);
      if (found.isPresent() && isHarder(target.bound(), found.get(), hardest)) {
        against = reference;
        hardest = found.get();
      }
    }
    return new Verdict(
        workload.label(),
        JsonReport.workload(workload),
        target.subject(),
        against,
        target.bound(),
        hardest);
  }

  private static boolean isHarder(Bound bound, Ratio ratio, @Nullable Ratio than) {
    return than == null
        || (bound.isLeast() ? ratio.median() < than.median() : ratio.median() > than.median());
  }

  /** What {@link Bound} says about the ratio. */
  public String word() {
    return bound.judge(ratio);
  }

  /** Whether a gate lets this pass: measured well enough for an interval, and not missed. */
  public boolean passes() {
    return Bound.isMeasured(ratio) && !word().equals("missed");
  }

  /** This verdict in the file format. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>(place);
    map.put("subject", subject);
    map.put("reference", against);
    map.put(bound.isLeast() ? "atLeast" : "atMost", bound.limit());
    bound.goal().ifPresent(goal -> map.put("goal", goal));
    if (ratio != null) {
      ResultDocument.put(map, ratio);
    }
    map.put("verdict", word());
    return map;
  }
}
