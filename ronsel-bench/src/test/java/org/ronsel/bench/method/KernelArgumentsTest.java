package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KernelArgumentsTest {
  private static final Path TURNS = Path.of("turns");

  @Test
  void whatOneProcessWritesTheOtherReads() {
    KernelArguments arguments =
        new KernelArguments(
            "window",
            65536,
            new BatchPlan(BatchPlan.DEFAULT_BATCHES, 2.5, 100, 4000),
            64,
            true,
            TURNS);

    assertThat(KernelArguments.parse(arguments.toList().toArray(String[]::new)))
        .isEqualTo(arguments);
  }

  @Test
  void aMissingArgumentIsNamedByTheUsage() {
    assertThatThrownBy(() -> KernelArguments.parse("pingpong", "8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KERNEL SIZE BATCH_MS");
  }

  @Test
  void sizesOutOfRangeAreRejected() {
    assertThatThrownBy(() -> new KernelArguments("copy", -1, BatchPlan.DEFAULT, 1, false, TURNS))
        .hasMessageContaining("size");
    assertThatThrownBy(() -> new KernelArguments("copy", 8, BatchPlan.DEFAULT, 0, false, TURNS))
        .hasMessageContaining("window");
  }

  @Test
  void aPlanWithoutBatchesIsRejected() {
    assertThatThrownBy(() -> new BatchPlan(0, 5, 0, 0)).hasMessageContaining("batches");
    assertThatThrownBy(() -> new BatchPlan(1, 0, 0, 0)).hasMessageContaining("batch");
    assertThatThrownBy(() -> new BatchPlan(1, 5, 10, 9)).hasMessageContaining("warm-up");
  }
}
