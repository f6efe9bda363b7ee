package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** With {@code --reproducible} a sum has the same bits wherever the ranks are. */
class ReproducibleTest {
  private static String sums(Object... placement) throws Exception {
    Object[] command = new Object[placement.length + 5];
    System.arraycopy(new Object[] {"run", "-n", 5, "--reproducible"}, 0, command, 0, 4);
    System.arraycopy(placement, 0, command, 4, placement.length);
    command[command.length - 1] = Job.program("ReproducibleSums");
    Job.Result result = Job.run(command);
    assertThat(result.status()).as(result.err()).isZero();
    return result.out();
  }

  @Test
  void sumsHaveTheSameBitsInEveryPlacement() throws Exception {
    String threads = sums();
    assertThat(threads.lines()).hasSize(3);
    assertThat(sums("--processes")).isEqualTo(threads);
    assertThat(sums("--jvms", 2)).isEqualTo(threads);
  }
}
