package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KernelArgumentsTest {
  @Test
  void whatOneProcessWritesTheOtherReads() {
    KernelArguments arguments =
        new KernelArguments("window", 65536, new BatchPlan(31, 2.5, 100, 4000), 64, true);

    assertThat(KernelArguments.parse(arguments.toList().toArray(String[]::new)))
        .isEqualTo(arguments);
  }

  @Test
  void aMissingArgumentIsNamedByTheUsage() {
    assertThatThrownBy(() -> KernelArguments.parse("pingpong", "8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KERNEL SIZE BATCHES");
  }

  @Test
  void sizesOutOfRangeAreRejected() {
    assertThatThrownBy(() -> new KernelArguments("copy", -1, BatchPlan.DEFAULT, 1, false))
        .hasMessageContaining("size");
    assertThatThrownBy(() -> new KernelArguments("copy", 8, BatchPlan.DEFAULT, 0, false))
        .hasMessageContaining("window");
  }

  @Test
  void aPlanWithoutBatchesIsRejected() {
    assertThatThrownBy(() -> new BatchPlan(0, 5, 0, 0)).hasMessageContaining("batches");
    assertThatThrownBy(() -> new BatchPlan(1, 0, 0, 0)).hasMessageContaining("batch");
    assertThatThrownBy(() -> new BatchPlan(1, 5, 10, 9)).hasMessageContaining("warm-up");
  }
}
