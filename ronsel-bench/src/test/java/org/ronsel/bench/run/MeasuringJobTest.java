package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.RankPlacement;

/** Jobs that are shell scripts, which speak as measuring processes do. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MeasuringJobTest {
  private static final String HEAD = ScriptEntrant.HEAD;
  private static final String BATCH =
      """
      turn && echo '{"ronsel":"batch","ns":12.5}' >&4
      """;

  private final AtomicReference<Path> folder = new AtomicReference<>();

  private MeasuringJob start(String script, Duration limit) throws Exception {
    Entrant entrant =
        new ScriptEntrant(
            "script",
            Entrant.Kind.PEER,
            (workload, turns) -> {
              folder.set(turns);
              return ScriptEntrant.script(script, turns, limit);
            });
    Workload workload = Benchmark.BARRIER.workloads(List.of(), List.of(2), false).getFirst();
    return MeasuringJob.start(entrant, List.of(workload), BatchPlan.DEFAULT, () -> false);
  }

  private void assertNothingIsLeft() {
    assertThat(Objects.requireNonNull(folder.get())).doesNotExist();
  }

  @Test
  void eachTurnBringsABatchAndTheEndEndsTheProcess() throws Exception {
    MeasuringJob job =
        start(HEAD + "while turn; do echo '{\"ronsel\":\"batch\",\"ns\":12.5}' >&4; done", LONG);
    job.turn();
    assertThat(job.samples()).as("the first turn is the warm-up").isNull();
    job.turn();
    job.turn();

    assertThat(Objects.requireNonNull(job.samples()).perOperationNs()).containsExactly(12.5, 12.5);
    assertThat(job.samples().inner()).isEqualTo(7);
    job.close();
    assertNothingIsLeft();
  }

  @Test
  void theNextSizeBeginsWithAWarmUp() throws Exception {
    String next =
        "[ \"$(dd bs=1 count=1 <&3 2> /dev/null)\" = n ] && "
            + "echo '{\"ronsel\":\"warm\",\"inner\":3,\"warmups\":1,\"stable\":true}' >&4\n";
    MeasuringJob job = start(HEAD + BATCH + next + BATCH + "turn", LONG);
    job.turn();
    job.turn();
    job.next();

    assertThat(job.samples()).as("of the next size nothing is known").isNull();
    job.turn();
    assertThat(Objects.requireNonNull(job.samples()).inner()).isEqualTo(3);
    job.close();
    assertNothingIsLeft();
  }

  private static final Duration LONG = Duration.ofSeconds(50);

  @Test
  void aProcessThatDiesInItsTurnIsToldWithItsLastWords() throws Exception {
    MeasuringJob job = start(HEAD + BATCH + "turn; echo boom >&2; echo ------ >&2; exit 3", LONG);
    job.turn();
    job.turn();

    assertThatThrownBy(job::turn)
        .isInstanceOf(JobFailedException.class)
        .hasMessage("after one batch: failed with status 3: boom");
    assertThat(Objects.requireNonNull(job.samples()).perOperationNs()).containsExactly(12.5);
    job.close();
    assertNothingIsLeft();
  }

  @Test
  void aProcessThatHangsInItsTurnIsEnded() throws Exception {
    MeasuringJob job = start(HEAD + "sleep 1000", Duration.ofSeconds(1));
    job.turn();

    assertThatThrownBy(job::turn)
        .isInstanceOf(JobFailedException.class)
        .hasMessage("no result within 1 s")
        .satisfies(e -> assertThat(((JobFailedException) e).isOutOfTime()).isTrue());
    job.close();
    assertNothingIsLeft();
  }

  @Test
  void aProcessThatCannotBeStartedLeavesNoPipes() {
    assertThatThrownBy(
            () ->
                MeasuringJob.start(
                    new RonselEntrant(
                        RankPlacement.THREADS,
                        new RonselJobs(Path.of("none"), null, true, List.of(), LONG)),
                    Benchmark.BARRIER.workloads(List.of(), List.of(2), false),
                    BatchPlan.DEFAULT,
                    () -> false))
        .isInstanceOf(java.io.IOException.class);
  }
}
