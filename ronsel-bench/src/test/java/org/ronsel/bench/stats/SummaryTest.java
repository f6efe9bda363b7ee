package org.ronsel.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.spi.Summary;

class SummaryTest {
  @Test
  void quartilesOfAnOddNumberOfSamplesAreSamples() {
    Summary summary = Summary.of(50, 10, 40, 20, 30);

    assertThat(summary).isEqualTo(new Summary(5, 10, 20, 30, 40, 50, 30));
  }

  @Test
  void quartilesBetweenSamplesAreInterpolated() {
    Summary summary = Summary.of(4, 1, 3, 2);

    assertThat(summary.p25()).isCloseTo(1.75, within(1e-12));
    assertThat(summary.median()).isCloseTo(2.5, within(1e-12));
    assertThat(summary.p75()).isCloseTo(3.25, within(1e-12));
  }

  @Test
  void oneSampleIsEveryQuartile() {
    assertThat(Summary.of(7)).isEqualTo(new Summary(1, 7, 7, 7, 7, 7, 7));
  }

  @Test
  void aMedianIsKnownTheBetterTheMoreSamplesThereAre() {
    double[] few = IntStream.range(0, 15).mapToDouble(i -> 100 + i % 5).toArray();
    double[] many = IntStream.range(0, 1500).mapToDouble(i -> 100 + i % 5).toArray();

    assertThat(Summary.spreadOfMedian(many)).isEqualTo(1).isLessThan(Summary.spreadOfMedian(few));
    assertThat(Summary.spreadOfMedian(1, 1)).isInfinite();
  }

  @Test
  void theSamplesStayInTheirOrder() {
    double[] samples = {3, 1, 2};

    Summary.of(samples);

    assertThat(samples).containsExactly(3, 1, 2);
  }

  @Test
  void noSamplesHaveNoSummary() {
    assertThatThrownBy(Summary::of).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void statisticsAreOrdered(
      @ForAll @NotEmpty List<@DoubleRange(min = 0, max = 1e9) Double> samples) {
    Summary summary = Summary.of(samples.stream().mapToDouble(Double::doubleValue).toArray());

    assertThat(
            new double[] {
              summary.min(), summary.p25(), summary.median(), summary.p75(), summary.max()
            })
        .isSorted();
  }
}
