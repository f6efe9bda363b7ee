package org.ronsel.npb.command;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Bound;
import org.ronsel.bench.report.Verdict;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.npb.ProblemClass;

/** The speed that the kernels set out to reach, as ratios of MOP/s measured in one run. */
final class NpbTargets {
  private static final Set<ProblemClass> CLASSES = EnumSet.of(ProblemClass.A, ProblemClass.B);

  private static final List<String> SUBJECTS =
      List.of(RankPlacement.THREADS.label(), RankPlacement.PROCESSES.label());

  /** Of one rank, over the native program. */
  private static final Map<String, Bound> SERIAL =
      Map.of(
          "cg", Bound.atLeast(0.9),
          "mg", Bound.atLeast(0.9),
          "is", Bound.atLeast(0.9),
          "ep", Bound.atLeast(0.9),
          "lu", Bound.atLeast(0.9),
          "sp", Bound.atLeast(0.9),
          "bt", Bound.atLeast(0.9),
          "ft", Bound.atLeast(0.8));

  /** Of two ranks, over the native program on two processes of Open MPI. */
  private static final Bound PARALLEL = Bound.atLeast(0.95);

  private static final Set<String> PARALLEL_KERNELS = Set.of("cg", "mg", "is", "ep");

  /** Of two thread ranks, over one. */
  private static final Bound SPEED_UP = Bound.atLeast(1.8);

  private static final Set<String> SPEED_UP_KERNELS = Set.of("ep", "mg", "ft", "cg");

  private NpbTargets() {}

  /** The verdicts on those targets whose subject and reference this run was to measure. */
  static List<Verdict> verdicts(NpbResults results) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Problem problem : results.problems()) {
      if (!CLASSES.contains(problem.size())) {
        continue;
      }
      String kernel = problem.kernel().name();
      Set<String> entrants = results.entrants(problem);
      for (String subject : SUBJECTS) {
        if (!entrants.contains(subject)) {
          continue;
        }
        for (String peer : entrants) {
          Bound bound = overNative(problem, peer);
          if (bound != null && kind(results, problem, peer) == Kind.PEER) {
            verdicts.add(verdict(results, problem, subject, problem, peer, bound));
          }
        }
        Problem one = new Problem(problem.kernel(), problem.size(), 1);
        if (subject.equals(RankPlacement.THREADS.label())
            && problem.ranks() == 2
            && SPEED_UP_KERNELS.contains(kernel)
            && results.entrants(one).contains(subject)) {
          verdicts.add(verdict(results, problem, subject, one, subject, SPEED_UP));
        }
      }
    }
    return verdicts;
  }

  private static @Nullable Bound overNative(Problem problem, String peer) {
    String kernel = problem.kernel().name();
    return switch (problem.ranks()) {
      case 1 -> SERIAL.get(kernel);
      case 2 ->
          peer.equals(NativeBuild.OVER_OPENMPI) && PARALLEL_KERNELS.contains(kernel)
              ? PARALLEL
              : null;
      default -> null;
    };
  }

  private static Kind kind(NpbResults results, Problem problem, String entrant) {
    return results.rounds(problem, entrant).getFirst().entrant().kind();
  }

  private static Verdict verdict(
      NpbResults results,
      Problem problem,
      String subject,
      Problem other,
      String reference,
      Bound bound) {
    double[] pairs = results.ratios(problem, subject, other, reference);
    return new Verdict(
        problem.toString(),
        NpbJson.place(problem),
        subject,
        problem.equals(other) ? reference : reference + " on 1 rank",
        bound,
        pairs.length == 0 ? null : Ratio.of(List.of(pairs)));
  }
}
