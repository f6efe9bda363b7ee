package org.ronsel.bench.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.Turns;

/** The limits run and check their data; how long they take is nobody's verdict. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LimitsTest {
  private static final BatchPlan SHORT = new BatchPlan(3, 0.01, 0, 100);

  /** Warms up and takes three batches; the answers. */
  private static List<String> measure(String kernel, int size, int window)
      throws InterruptedException {
    List<String> answers = new ArrayList<>();
    LimitMain.measure(
        new KernelArguments(
            kernel,
            List.of(new Step(size, window, false)),
            SHORT,
            Settings.DEFAULT,
            Path.of("none")),
        new Turns() {
          @Override
          public Turn await() {
            return answers.size() < 4 ? Turn.BATCH : Turn.END;
          }

          @Override
          public void answer(String line) {
            answers.add(line);
          }
        });
    return answers;
  }

  @ParameterizedTest
  @CsvSource({
    "handover, 8",
    "copy, 0",
    "copy, 3",
    "copy, 1024",
    "copy, 1048576",
    "socket, 1",
    "socket, 8",
    "socket, 300000"
  })
  void everyLimitYieldsItsBatches(String kernel, int size) throws InterruptedException {
    assertThat(measure(kernel, size, 1))
        .hasSize(4)
        .last(STRING)
        .matches("\\{\"ronsel\":\"batch\",\"ns\":[0-9]+\\.[0-9]+}");
  }

  @ParameterizedTest
  @CsvSource({"gather-copies, 2", "gather-copies, 5", "exchange-copies, 2", "exchange-copies, 5"})
  void theCopiesOfBlocksAreMadeForEachNumberOfRanks(String kernel, int ranks)
      throws InterruptedException {
    assertThat(measure(kernel, 1000, ranks)).hasSize(4);
  }

  @Test
  void theCallingThreadStaysFree() throws InterruptedException {
    int before = Runtime.getRuntime().availableProcessors();

    assertThat(measure("handover", 8, 1)).isNotEmpty();

    assertThat(Runtime.getRuntime().availableProcessors()).isEqualTo(before);
  }

  @Test
  void anUnknownLimitIsNamed() {
    assertThatThrownBy(() -> measure("teleport", 8, 1)).hasMessageContaining("teleport");
  }
}
