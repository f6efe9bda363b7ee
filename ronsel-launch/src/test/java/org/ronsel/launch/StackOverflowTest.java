package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A stack that overflows in the middle of a call leaves no lock behind for which others wait for
 * ever: the job ends and says why.
 */
class StackOverflowTest {
  @ParameterizedTest
  @CsvSource({"--jvms=1, probe", "--processes, probe", "--jvms=1, send", "--processes, send"})
  void theJobEnds(String placement, String call) throws Exception {
    Job.Result result = run(placement, call, "uncaught");
    assertThat(result.err())
        .contains("rank 0 failed: java.lang.StackOverflowError")
        .contains("-J-Xss");
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(1);
  }

  /** Either the call has not been touched, or no call of the rank is good for anything. */
  @ParameterizedTest
  @CsvSource({"--jvms=1, probe", "--processes, probe", "--jvms=1, send", "--processes, send"})
  void aProgramThatCatchesTheErrorCanGoOnOrIsTold(String placement, String call) throws Exception {
    Job.Result result = run(placement, call, "caught");
    if (result.status() == 0) {
      assertThat(result.out()).isEqualTo("received\n");
    } else {
      assertThat(result.err())
          .contains("rank 0 failed: org.ronsel.NoMemoryException")
          .contains("-J-Xss");
    }
  }

  private static Job.Result run(String placement, String call, String how) throws Exception {
    return Job.run(
        "run",
        "-n",
        2,
        placement,
        "--ranks-as=platform",
        "-J-Xss512k",
        Job.program("Recursion"),
        call,
        how);
  }
}
