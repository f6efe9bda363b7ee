package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelloTest {
  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void everyRankSaysOneLineFromAsManyProcessesAsTheLayoutSays(Layout layout) throws Exception {
    Job job = Job.runSource(layout, "Hello").succeeded();

    assertThat(job.lines())
        .extracting(line -> line.replaceFirst(", in process \\d+$", ""))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, layout.ranks())
                .mapToObj(rank -> "Hello from rank " + rank + " of " + layout.ranks())
                .toList());
    assertThat(job.lines().stream().map(line -> line.replaceFirst(".* in process ", "")).distinct())
        .hasSize(layout.jvms());
  }
}
