package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever way a rank ends, its program is told so for what it has kept with the rank itself. */
class SelfAttributesTest {
  @ParameterizedTest
  @CsvSource({"--jvms=1, return", "--processes, return", "--jvms=1, exit", "--processes, exit"})
  void callbacksRunAtTheEndThoseSetLastFirst(String placement, String how) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, Job.program("SelfAttributes"), how);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    for (int rank = 0; rank < 2; rank++) {
      String own = " of " + rank + " of 2 gone";
      String ends = rank + " ends";
      assertThat(result.out().lines().filter(line -> line.endsWith(own) || line.equals(ends)))
          .containsExactly(ends, "second" + own, "first" + own);
    }
  }
}
