package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Samples;

class ResultLineTest {
  private static final KernelArguments ARGUMENTS =
      new KernelArguments("pingpong", 8, BatchPlan.DEFAULT, 1, false);

  @Test
  void findsTheLineAmongOtherOutput() throws IOException {
    Samples sent = new Samples(1000, 12, true, new double[] {55.125, 60, 1234567.5});

    Samples read =
        ResultLine.findSamples(List.of("hello", "[0] " + sent.toJsonLine(ARGUMENTS, 2), "bye"))
            .orElseThrow();

    assertThat(read).usingRecursiveComparison().isEqualTo(sent);
  }

  @Test
  void outputWithoutTheLineHasNoSamples() throws IOException {
    assertThat(ResultLine.findSamples(List.of("{\"ronsel\":\"startup\"}", ""))).isEmpty();
  }

  @Test
  void unverifiedSamplesAreRejected() {
    String line =
        new Samples(1, 1, true, new double[] {1})
            .toJsonLine(ARGUMENTS, 2)
            .replace("\"verified\":true", "\"verified\":false");

    assertThatThrownBy(() -> ResultLine.findSamples(List.of(line)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not verified");
  }

  @Test
  void aTornLineIsAnError() {
    String line = new Samples(1, 1, true, new double[] {1}).toJsonLine(ARGUMENTS, 2);

    assertThatThrownBy(() -> ResultLine.findSamples(List.of(line.substring(0, line.length() - 3))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aTextWhereANumberBelongsIsAnError() {
    assertThatThrownBy(
            () ->
                ResultLine.findSamples(
                    List.of(
                        "{\"ronsel\":\"samples\",\"verified\":true,\"perOperationNs\":[\"x\"]}")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("perOperationNs");
  }
}
