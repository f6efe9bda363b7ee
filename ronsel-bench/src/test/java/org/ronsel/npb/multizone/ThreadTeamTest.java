package org.ronsel.npb.multizone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads that share planes. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ThreadTeamTest {
  @ParameterizedTest
  @CsvSource({"1, 5", "2, 1", "3, 10", "7, 3", "4, 0"})
  void everyPlaneIsDoneOnce(int threads, int planes) {
    AtomicIntegerArray done = new AtomicIntegerArray(planes + 2);
    try (ThreadTeam team = new ThreadTeam(threads)) {
      team.share(
          1,
          planes + 1,
          (worker, from, to) -> {
            assertThat(worker).isBetween(0, threads - 1);
            for (int plane = from; plane < to; plane++) {
              done.incrementAndGet(plane);
            }
          });
    }
    for (int plane = 0; plane < planes + 2; plane++) {
      assertThat(done.get(plane)).isEqualTo(plane >= 1 && plane <= planes ? 1 : 0);
    }
  }

  @Test
  void whatAThreadThrowsReachesTheRank() {
    try (ThreadTeam team = new ThreadTeam(3)) {
      assertThatThrownBy(
              () ->
                  team.share(
                      0,
                      9,
                      (worker, from, to) -> {
                        if (worker == 2) {
                          throw new ArithmeticException("thrown by a thread");
                        }
                      }))
          .hasRootCauseMessage("thrown by a thread");
    }
  }
}
