package org.ronsel.npb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Ronsel;
import org.ronsel.combinations.Combinations;

/** LU, SP, BT and the multi-zone versions beyond what {@link KernelsTest} runs. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class PseudoApplicationsTest {
  private static void verify(String name, ProblemClass size, int ranks) {
    NpbKernel kernel = Npb.named(name);
    Ronsel.run(
        ranks,
        comm -> {
          Verification verification = kernel.run(comm, size).verification();
          assertThat(verification.failures()).isEmpty();
          assertThat(verification.passes()).isTrue();
        });
  }

  @ParameterizedTest
  @CsvSource({
    "lu, W, 1",
    "lu, W, 2",
    "lu, W, 4",
    "lu, W, 6",
    "lu, A, 1",
    "lu, A, 2",
    "lu, A, 4",
    "sp, W, 1",
    "sp, W, 4",
    "sp, W, 16",
    "sp, A, 1",
    "sp, A, 4",
    "bt, W, 1",
    "bt, W, 4",
    "bt, W, 16",
    "bt, A, 1",
    "bt, A, 4",
    "bt-mz, W, 1",
    "bt-mz, W, 5",
    "bt-mz, A, 2",
    "sp-mz, W, 1",
    "sp-mz, W, 3",
    "sp-mz, A, 2",
  })
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void largerClassesAreVerified(String name, ProblemClass size, int ranks) {
    assumeTrue(Combinations.all(), "takes minutes: -Pthorough");
    verify(name, size, ranks);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bt-mz", "sp-mz"})
  void threadsInARankGiveTheSameResult(String name) {
    System.setProperty("ronsel.npb.threads", "3");
    try {
      verify(name, ProblemClass.S, 2);
    } finally {
      System.clearProperty("ronsel.npb.threads");
    }
  }

  @Test
  void aRankHasOneThreadOrMore() {
    System.setProperty("ronsel.npb.threads", "0");
    try {
      assertThatThrownBy(() -> verify("bt-mz", ProblemClass.S, 1))
          .hasStackTraceContaining("ronsel.npb.threads is 0: set it to the number of threads");
    } finally {
      System.clearProperty("ronsel.npb.threads");
    }
  }

  @Test
  void rankCountsAreThoseWhoseBlocksAreLargeEnough() {
    RankCounts lu = Npb.named("lu").rankCounts(ProblemClass.S);
    assertThat(lu.allows(1)).isTrue();
    assertThat(lu.allows(6)).isTrue();
    assertThat(lu.allows(16)).isTrue();
    assertThat(lu.allows(5)).isFalse(); // 5 x 1 blocks would be 2 points wide
    assertThat(lu.allows(17)).isFalse();
    for (String name : new String[] {"sp", "bt"}) {
      RankCounts squares = Npb.named(name).rankCounts(ProblemClass.S);
      assertThat(squares.allows(16)).isTrue();
      assertThat(squares.allows(2)).isFalse();
      assertThat(squares.allows(25)).isFalse();
    }
    assertThat(Npb.named("bt-mz").rankCounts(ProblemClass.S).allows(5)).isFalse();
  }
}
