package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The prediction by the part of the time that a rank waits, with a clock of the test's own. */
class CallFrequencyTest {
  private long nowNs;
  private final OwnerPresence shown =
      new OwnerPresence(Arena.ofAuto().allocate(OwnerPresence.BYTES, Long.BYTES));
  private final CallFrequency frequency = new CallFrequency(shown, () -> nowNs);

  private void compute(int ms) {
    nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private void await(int ms) {
    frequency.begins();
    compute(ms);
    frequency.ends();
  }

  @Test
  void aRankIsAbsentUntilMoreIsKnown() {
    assertThat(shown.isSeen()).isFalse();
    await(999);
    assertThat(shown.isSeen()).isFalse();
  }

  @Test
  void aRankThatMostlyWaitsIsPresentAndOneThatMostlyComputesIsNot() {
    compute(90);
    await(910);
    assertThat(shown.isSeen()).isTrue();
    compute(200);
    await(800);
    assertThat(shown.isSeen()).isFalse();
  }

  @Test
  void betweenTheThresholdsNothingChanges() {
    compute(120);
    await(880);
    assertThat(shown.isSeen()).isFalse();
    compute(50);
    await(950);
    assertThat(shown.isSeen()).isTrue();
    compute(120);
    await(880);
    assertThat(shown.isSeen()).isTrue();
  }

  @Test
  void nothingIsPredictedWithinAnInterval() {
    await(1000);
    assertThat(shown.isSeen()).isTrue();
    compute(900);
    await(50);
    assertThat(shown.isSeen()).isTrue();
    await(50);
    assertThat(shown.isSeen()).isFalse();
  }

  @Test
  void theTimeInWhichSeveralThreadsWaitCountsOnce() {
    frequency.begins();
    await(500);
    frequency.ends();
    compute(500);
    await(0);
    assertThat(shown.isSeen()).isFalse();
  }
}
