package org.ronsel.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.report.Verdict;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.npb.Npb;
import org.ronsel.npb.ProblemClass;
import picocli.CommandLine.Help.Ansi;

class NpbTargetsTest {
  private static final double[] AS_FAST = {100, 100, 100, 100, 100};

  @TempDir Path folder;

  private final NpbResults results = new NpbResults();

  @Test
  void oneRankHasToReachNineTenthsOfTheNativeProgramAndFtEightTenths() {
    for (String kernel : List.of("cg", "mg", "is", "ep", "lu", "sp", "bt", "ft")) {
      measured(problem(kernel, 1), "threads", 85, 85, 85, 85, 85);
      measured(problem(kernel, 1), "processes", 91, 91, 91, 91, 91);
      measured(problem(kernel, 1), "npb-mpi", AS_FAST);
    }

    assertThat(words("threads"))
        .containsEntry("cg.A.1 at least 0.90x", "missed")
        .containsEntry("bt.A.1 at least 0.90x", "missed")
        .containsEntry("ft.A.1 at least 0.80x", "met")
        .hasSize(8);
    assertThat(words("processes"))
        .hasSize(8)
        .allSatisfy((what, word) -> assertThat(word).isEqualTo("met"));
  }

  @Test
  void twoRanksAreComparedWithTheProgramsOverOpenMpi() {
    measured(problem("is", 2), "threads", AS_FAST);
    measured(problem("is", 2), "npb-mpi", AS_FAST);
    assertThat(words("threads")).isEmpty();

    measured(problem("is", 2), "npb-openmpi", AS_FAST);
    assertThat(words("threads")).containsExactly(Map.entry("is.A.2 at least 0.95x", "met"));
  }

  @Test
  void theSpeedUpOfTwoThreadsIsOverOneInTheSameRound() {
    for (String placement : List.of("threads", "processes")) {
      measured(problem("ft", 1), placement, 50, 100, 50, 100, 50);
      measured(problem("ft", 2), placement, 95, 190, 95, 190, 95);
    }

    assertThat(words("threads")).containsExactly(Map.entry("ft.A.2 at least 1.80x", "met"));
    assertThat(words("processes")).isEmpty();
    assertThat(NpbTargets.verdicts(results).getFirst().against()).isEqualTo("threads on 1 rank");
  }

  @Test
  void anIntervalAroundTheBoundAndFewRoundsLeaveItOpen() {
    measured(problem("mg", 1), "threads", 80, 85, 90, 95, 100);
    measured(problem("mg", 1), "npb-mpi", AS_FAST);
    measured(problem("ep", 1), "threads", 200, 200, 200, 200);
    measured(problem("ep", 1), "npb-mpi", 100, 100, 100, 100);

    assertThat(words("threads"))
        .hasSize(2)
        .allSatisfy((what, word) -> assertThat(word).isEqualTo("open"));
  }

  @Test
  void whatCouldNotBeMeasuredOrWasWrongIsNotKnown() {
    Problem absent = problem("mg", 1);
    measured(absent, "threads", AS_FAST);
    results.add(
        Series.without(
            new Series.Job(absent, new Stub("npb-mpi"), 0, List.of()),
            new Series.Ending.Skipped("has no mg.A.1")));
    Problem wrong = problem("ep", 1);
    measured(wrong, "npb-mpi", AS_FAST);
    for (int round = 0; round < AS_FAST.length; round++) {
      results.add(series(wrong, "threads", round, 200, false));
    }

    assertThat(words("threads"))
        .hasSize(2)
        .allSatisfy((what, word) -> assertThat(word).isEqualTo("not known"));
  }

  @Test
  void aWrongResultHasNoSpeedUpAndIsNoneToCompareWith() {
    Problem one = problem("cg", 1);
    Problem two = problem("cg", 2);
    results.add(series(one, "threads", 0, 100, false));
    results.add(series(two, "threads", 0, 180, true));
    results.add(series(one, "processes", 0, 100, true));
    results.add(series(two, "processes", 0, 180, false));

    assertThat(results.speedUp(two, "threads")).isEmpty();
    assertThat(results.speedUp(two, "processes")).isEmpty();
    results.add(series(one, "threads", 1, 90, true));
    assertThat(results.speedUp(two, "threads")).hasValue(2);
  }

  @Test
  void otherClassesAndRanksHaveNoTargets() {
    for (String entrant : List.of("threads", "npb-openmpi")) {
      measured(new Problem(Npb.named("cg"), ProblemClass.W, 1), entrant, AS_FAST);
      measured(new Problem(Npb.named("cg"), ProblemClass.B, 4), entrant, AS_FAST);
    }

    assertThat(NpbTargets.verdicts(results)).isEmpty();
  }

  @Test
  void theTableAndTheFileHaveThem() throws IOException {
    measured(problem("cg", 1), "threads", 85, 85, 85, 85, 85);
    measured(problem("cg", 1), "npb-mpi", AS_FAST);
    Path file = folder.resolve("npb.json");

    new NpbJson(file, List.of("cg"), Map.of(), Map.of(), 1).write(results, true);

    assertThat(new NpbReport(results, Ansi.OFF).text())
        .containsPattern("cg\\.A\\.1 +threads +at least 0\\.90x +npb-mpi +missed +0\\.85 ")
        .contains("fewer than five --rounds");
    Object targets = JSON.std.mapFrom(Files.readString(file)).get("targets");
    assertThat((List<?>) targets)
        .singleElement()
        .isEqualTo(
            JSON.std.mapFrom(
                """
                {"benchmark": "npb", "kernel": "CG", "class": "A", "ranks": 1,
                 "subject": "threads", "reference": "npb-mpi", "atLeast": 0.9, "pairs": 5,
                 "median": 0.85, "p25": 0.85, "p75": 0.85, "intervalLow": 0.85,
                 "intervalHigh": 0.85, "verdict": "missed"}
                """));
  }

  /** Words by target, of one subject. */
  private Map<String, String> words(String subject) {
    return NpbTargets.verdicts(results).stream()
        .filter(verdict -> verdict.subject().equals(subject))
        .collect(
            Collectors.toMap(verdict -> verdict.what() + " " + verdict.bound(), Verdict::word));
  }

  private static Problem problem(String kernel, int ranks) {
    return new Problem(Npb.named(kernel), ProblemClass.A, ranks);
  }

  private void measured(Problem problem, String entrant, double... mops) {
    for (int round = 0; round < mops.length; round++) {
      results.add(series(problem, entrant, round, mops[round], true));
    }
  }

  private static Series series(
      Problem problem, String entrant, int round, double mops, boolean verified) {
    return new Series(
        new Series.Job(problem, new Stub(entrant), round, List.of()),
        new Series.Times(1e6, 0, List.of(1 / mops), List.of(mops), Map.of()),
        new Series.Check(verified, ""),
        new Series.Ending.Complete());
  }

  private record Stub(String label) implements NpbEntrant {
    @Override
    public Kind kind() {
      return label.startsWith("npb") ? Kind.PEER : Kind.RONSEL;
    }

    @Override
    public boolean takes(Problem problem) {
      return true;
    }

    @Override
    public Series run(Problem problem, int round) {
      throw new UnsupportedOperationException();
    }
  }
}
