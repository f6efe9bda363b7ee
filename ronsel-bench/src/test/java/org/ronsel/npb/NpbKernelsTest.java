package org.ronsel.npb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Ronsel;
import org.ronsel.combinations.Combinations;

/** Every benchmark in its smallest class, whose results the specification gives. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NpbKernelsTest {
  private static final int MOST_RANKS = 9;

  /** The rank counts that are allowed, up to {@link #MOST_RANKS}: square grids and others. */
  private static Stream<Arguments> problems() {
    return Npb.all().stream()
        .flatMap(
            kernel ->
                IntStream.rangeClosed(1, MOST_RANKS)
                    .filter(ranks -> kernel.rankCounts(ProblemClass.S).allows(ranks))
                    .filter(NpbKernelsTest::isWanted)
                    .mapToObj(ranks -> Arguments.of(kernel.name(), ranks)));
  }

  /** Odd ones among a benchmark's that takes any number are enough. */
  private static boolean isWanted(int ranks) {
    return Combinations.all() || ranks <= 4 || ranks >= 8;
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("problems")
  void resultsAreThoseOfTheSpecification(String name, int ranks) {
    NpbKernel kernel = Npb.named(name);
    Ronsel.run(
        ranks,
        comm -> {
          Outcome outcome = kernel.run(comm, ProblemClass.S);
          assertThat(outcome.verification().failures()).isEmpty();
          assertThat(outcome.verification().passes()).isTrue();
          assertThat(outcome.seconds()).isPositive();
          assertThat(outcome.operations()).isPositive();
        });
  }
}
