package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.spi.ProcessRunner;

class OpenMpiCommandTest {
  private static String failure(String... errors) {
    return OpenMpiCommand.failure(
        new ProcessRunner.Result(213, false, List.of(), List.of(errors), Duration.ZERO));
  }

  /** The last lines of Open MPI's message about it are of other matters. */
  @Test
  void aJobThatMayNotBindItsProcessesSaysSoAndWhatHelps() {
    assertThat(
            failure(
                "WARNING: Open MPI tried to bind a new process, but something went wrong.  The",
                "process was killed without launching the target application.",
                "  Location:          rtc_hwloc.c:382"))
        .isEqualTo(
            "failed with status 213: it may not bind its processes to cores here; --no-pin"
                + " measures all without that");
  }

  @Test
  void anyOtherJobSaysItsLastWords() {
    assertThat(failure("first", "last")).isEqualTo("failed with status 213: last");
  }
}
