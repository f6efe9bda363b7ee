package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StencilTest {
  private static final Pattern LINE =
      Pattern.compile("(order of ranks|reordered) +(\\d+\\.\\d+) MB between JVMs .* sum (.*)");

  /** 4 x 4 blocks in 4 JVMs: 12 pairs of neighbours are apart as numbered, 8 when reordered. */
  @Test
  void reorderingSavesAThirdOfWhatGoesBetweenJvms() throws Exception {
    Job job =
        Job.run(
                List.of(
                    Job.ROOT.resolve("ronsel").toString(),
                    "run",
                    "-n",
                    "16",
                    "--jvms",
                    "4",
                    Job.ROOT.resolve("examples/Stencil.java").toString(),
                    "100",
                    "25"))
            .succeeded();
    assertThat(job.lines().getFirst()).isEqualTo("4 x 4 blocks of 100 x 100 cells, 25 steps");
    Matcher before = match(job.lines().get(1));
    Matcher after = match(job.lines().get(2));
    double messages = 2 * 100 * Double.BYTES * 25 * 1e-6;
    assertThat(Double.parseDouble(before.group(2))).isCloseTo(12 * messages, within(0.002));
    assertThat(Double.parseDouble(after.group(2))).isCloseTo(8 * messages, within(0.002));
    assertThat(after.group(3)).isEqualTo(before.group(3));
  }

  private static Matcher match(String line) {
    Matcher matcher = LINE.matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();
    return matcher;
  }
}
