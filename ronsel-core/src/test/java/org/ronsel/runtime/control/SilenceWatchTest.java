package org.ronsel.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceWatchTest {
  private static final int CHECKS = 3;
  private static final long EVERY_NS = 1000;

  private final SilenceWatch watch =
      new SilenceWatch(
          CHECKS,
          () -> {
            throw new AssertionError("checked by the test alone");
          });

  private long nowNs = Long.MAX_VALUE - 2 * EVERY_NS; // overflows meanwhile

  SilenceWatchTest() {
    watch.beginAt(nowNs, EVERY_NS);
  }

  private boolean isLost() {
    return isLostAfter(EVERY_NS);
  }

  private boolean isLostAfter(long ns) {
    nowNs += ns;
    return watch.check(nowNs);
  }

  @Test
  void theOtherEndIsLostWhenItHasSentNothingFromTheBeginning() {
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isTrue();
  }

  @Test
  void aFrameNowAndThenIsEnough() {
    for (int i = 0; i < 10; i++) {
      assertThat(isLost()).isFalse();
      assertThat(isLost()).isFalse();
      watch.heard();
    }
  }

  @Test
  void theChecksAreCountedFromTheOneThatNoticesTheFrame() {
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isFalse();
    watch.heard();
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isFalse();
    assertThat(isLost()).isTrue();
  }

  @Test
  void aProcessThatWasStoppedItselfTakesNobodyForLost() {
    assertThat(isLost()).isFalse();
    assertThat(isLostAfter(1000 * CHECKS * EVERY_NS)).isFalse();
    watch.heard();
    assertThat(isLost()).isFalse();
  }

  @Test
  void aProcessThatWasStoppedKnowsSoForSomeChecks() {
    assertThat(isLostAfter(SilenceWatch.CHECKS * EVERY_NS - 1)).isFalse();
    assertThat(watch.wasStopped()).as("not for long enough").isFalse();
    watch.heard();
    assertThat(isLostAfter(SilenceWatch.CHECKS * EVERY_NS)).isFalse();
    assertThat(watch.wasStopped()).isTrue();
    for (int i = 1; i < SilenceWatch.CHECKS; i++) {
      watch.heard();
      assertThat(isLost()).isFalse();
      assertThat(watch.wasStopped()).isTrue();
    }
    watch.heard();
    assertThat(isLost()).isFalse();
    assertThat(watch.wasStopped()).isFalse();
  }

  @Test
  void theChecksTakeTheTimeThatIsGiven() {
    assertThat(SilenceWatch.everyMs(Duration.ofMinutes(2))).isEqualTo(5000);
    assertThat(SilenceWatch.everyMs(Duration.ofSeconds(2))).isEqualTo(83);
    assertThat(SilenceWatch.everyMs(Duration.ofMillis(1))).isEqualTo(10);
    assertThat(SilenceWatch.everyMs(Duration.ofDays(36_500))).isEqualTo(Integer.MAX_VALUE);
  }
}
