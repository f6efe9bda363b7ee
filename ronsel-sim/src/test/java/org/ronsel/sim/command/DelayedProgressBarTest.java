package org.ronsel.sim.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.spi.ProgressLine;

class DelayedProgressBarTest {
  private final List<Integer> appeared = new ArrayList<>();
  private boolean removed;
  private long nowNs;

  private final class Line extends ProgressLine {
    Line(int done) {
      super("test", 1000, done);
      appeared.add(done);
    }

    @Override
    public void close() {
      removed = true;
      super.close();
    }
  }

  private DelayedProgressBar start() {
    return new DelayedProgressBar(Line::new, () -> nowNs);
  }

  @Test
  void aShortSimulationShowsNoBar() {
    try (DelayedProgressBar progress = start()) {
      nowNs += Duration.ofMillis(900).toNanos();
      progress.accept(0.9);
    }
    assertThat(appeared).isEmpty();
    assertThat(removed).isFalse();
  }

  @Test
  void aLongOneShowsOneBarFromWhereItIsAndRemovesItAtItsEnd() {
    try (DelayedProgressBar progress = start()) {
      progress.accept(0.1);
      nowNs += Duration.ofMillis(1_100).toNanos();
      progress.accept(0.25);
      nowNs += Duration.ofSeconds(5).toNanos();
      progress.accept(0.5);
      assertThat(removed).isFalse();
    }
    assertThat(appeared).containsExactly(250);
    assertThat(removed).isTrue();
  }
}
