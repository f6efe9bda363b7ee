package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.KernelArguments.Step;

class KernelArgumentsTest {
  private static final Path TURNS = Path.of("turns");

  private static KernelArguments of(Step... steps) {
    return new KernelArguments(
        "window", List.of(steps), BatchPlan.DEFAULT, Settings.DEFAULT, TURNS);
  }

  @Test
  void whatOneProcessWritesTheOtherReads() {
    KernelArguments arguments =
        new KernelArguments(
            "window",
            List.of(new Step(65536, 64, true), new Step(1 << 20, 16, false)),
            new BatchPlan(
                BatchPlan.DEFAULT_BATCHES, 2.5, 100, 4000, 7, 3, BatchPlan.DEFAULT_LIMIT_MS),
            new Settings(
                true, 1 << 20, 3, Settings.Memory.SEGMENT, MessageLayout.parse("vect:32:8"), 4),
            TURNS);

    assertThat(KernelArguments.parse(arguments.toList().toArray(String[]::new)))
        .isEqualTo(arguments);
    assertThat(KernelArguments.parse(of(new Step(8, 1, false)).toList().toArray(String[]::new)))
        .isEqualTo(of(new Step(8, 1, false)));
  }

  @Test
  void aMissingArgumentIsNamedByTheUsage() {
    assertThatThrownBy(() -> KernelArguments.parse("pingpong", "8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KERNEL SIZE:WINDOW:DISTINCT,... BATCH_MS");
  }

  @Test
  void sizesOutOfRangeAreRejected() {
    assertThatThrownBy(() -> new Step(-1, 1, false)).hasMessageContaining("size");
    assertThatThrownBy(() -> new Step(8, 0, false)).hasMessageContaining("window");
  }

  @Test
  void aPlanWithoutBatchesIsRejected() {
    assertThatThrownBy(() -> new BatchPlan(0, 5, 0, 0)).hasMessageContaining("batches");
    assertThatThrownBy(() -> new BatchPlan(1, 0, 0, 0)).hasMessageContaining("batch");
    assertThatThrownBy(() -> new BatchPlan(1, 5, 10, 9)).hasMessageContaining("warm-up");
  }
}
