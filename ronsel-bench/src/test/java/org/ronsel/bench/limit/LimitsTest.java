package org.ronsel.bench.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.stats.Summary;

/** The limits run and check their data; how long they take is nobody's verdict. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LimitsTest {
  private static final BatchPlan SHORT = new BatchPlan(3, 0.01, 0, 100);

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
    Samples samples = LimitMain.measure(new KernelArguments(kernel, size, SHORT, 1, false));

    assertThat(Arrays.stream(samples.perOperationNs()).boxed()).hasSize(3).allMatch(t -> t > 0);
  }

  @ParameterizedTest
  @CsvSource({"gather-copies, 2", "gather-copies, 5", "exchange-copies, 2", "exchange-copies, 5"})
  void theCopiesOfBlocksAreMadeForEachNumberOfRanks(String kernel, int ranks)
      throws InterruptedException {
    Samples samples = LimitMain.measure(new KernelArguments(kernel, 1000, SHORT, ranks, false));

    assertThat(Arrays.stream(samples.perOperationNs()).boxed()).hasSize(3).allMatch(t -> t > 0);
  }

  @Test
  void theProbeReadsPositiveTimesAndEnds() throws InterruptedException {
    Summary reading = CacheLineProbe.read();

    assertThat(reading.min()).isPositive();
    assertThat(reading.count()).isPositive();
  }

  @Test
  void theProbeLeavesTheCallingThreadFree() throws InterruptedException {
    int before = Runtime.getRuntime().availableProcessors();

    CacheLineProbe.read();

    assertThat(Runtime.getRuntime().availableProcessors()).isEqualTo(before);
  }

  @Test
  void anUnknownLimitIsNamed() {
    assertThatThrownBy(() -> LimitMain.measure(new KernelArguments("teleport", 8, SHORT, 1, false)))
        .hasMessageContaining("teleport");
  }
}
