package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Standard input goes to rank 0; the others are at its end. */
class InputTest {
  @ParameterizedTest
  @CsvSource({
    "--jvms=1, io",
    "--jvms=1, scanner",
    "--jvms=1, bytes",
    "--jvms=2, io",
    "--processes, scanner"
  })
  void rankZeroReadsAllOfIt(String placement, String how) throws Exception {
    try (Job job = Job.start("run", "-n", 3, placement, Job.program("Echo"), how)) {
      job.write("line\n".repeat(20_000));
      job.closeInput();
      assertThat(job.await().sortedLines()).containsExactly("0 read 20000", "1 read 0", "2 read 0");
    }
  }

  @Test
  void inputThatNobodyReadsKeepsNothingFromEnding() throws Exception {
    try (Job job = Job.start("run", "-n", 2, Job.program("Echo"), "not")) {
      // More than all pipes on the way hold would block this test; this much always fits.
      job.write("line\n".repeat(1000));
      assertThat(job.await().status()).isZero();
    }
  }
}
