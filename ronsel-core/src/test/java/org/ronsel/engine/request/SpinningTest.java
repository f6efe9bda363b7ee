package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.machine.Contention;

class SpinningTest {
  private static final int POLLS = 100;
  private static final long SLICE = 3 * Spinning.AWAY_NS;

  /** The clock may overflow. */
  private static final long START = Math.subtractExact(Long.MAX_VALUE, Spinning.FIRST_NS / 2);

  private final FakeSystem system = new FakeSystem();
  private final Spinning spinning = new Spinning(POLLS, system);

  private static final class FakeSystem implements Contention {
    long delayNs;
    long percent = 300;
    boolean compiling;

    @Override
    public long delayNs() {
      return delayNs;
    }

    @Override
    public long percentWanted() {
      return percent;
    }

    @Override
    public boolean isCompiling() {
      return compiling;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {300, Spinning.MOST_PERCENT + 1})
  void nobodySpinsWhenAThreadHasBeenAwayForATimeSlice(long percent) {
    system.percent = percent;
    assertThat(spinning.wasAway(START, START + Spinning.AWAY_NS - 1)).isFalse();
    assertThat(spinning.polls(START)).isEqualTo(POLLS);

    assertThat(spinning.wasAway(START, START + SLICE)).isTrue();
    assertThat(spinning.polls(START + SLICE)).isZero();
    assertThat(spinning.polls(START + SLICE + Spinning.FIRST_NS - 1)).isZero();
  }

  @Test
  void whoIsAwayAlthoughFewThreadsWantToRunWasNotDrivenAway() {
    system.percent = Spinning.MOST_PERCENT;
    assertThat(spinning.wasAway(START, START + SLICE)).isTrue();
    assertThat(spinning.polls(START + SLICE)).isEqualTo(POLLS);
  }

  @Test
  void compilersAreWaitedFor() {
    system.compiling = true;
    assertThat(spinning.wasAway(START, START + SLICE)).isTrue();
    assertThat(spinning.polls(START + SLICE)).isEqualTo(POLLS);
  }

  @Test
  void nobodySpinsAsLongAsTooManyThreadsWantToRun() {
    long now = away(START);
    for (int i = 0; i < 5; i++) {
      now += Spinning.FIRST_NS;
      assertThat(spinning.polls(now)).isZero();
    }
    system.percent = Spinning.MOST_PERCENT;
    assertThat(spinning.polls(now + Spinning.FIRST_NS - 1)).isZero();
    assertThat(spinning.polls(now + Spinning.FIRST_NS)).isEqualTo(POLLS);
  }

  @Test
  void whoWaitsForTheSystemsNetworkSpinsWhileEachThreadHasAProcessor() {
    system.percent = Spinning.MOST_PERCENT_BY_KERNEL;
    assertThat(spinning.isInVain(START + SLICE)).isFalse();
    system.percent++;
    system.compiling = true;
    assertThat(spinning.isInVain(START + 2 * SLICE)).as("while compiling").isFalse();
    system.compiling = false;
    assertThat(spinning.isInVain(START + 2 * SLICE)).as("too soon to ask again").isFalse();
    assertThat(spinning.isInVain(START + 3 * SLICE)).isTrue();
    assertThat(spinning.polls(START + 3 * SLICE)).isZero();
    assertThat(spinning.polls(START + 3 * SLICE + Spinning.FIRST_NS)).as("more still").isZero();
    system.percent--;
    assertThat(spinning.polls(START + 3 * SLICE + 2 * Spinning.FIRST_NS)).isEqualTo(POLLS);
  }

  @Test
  void whoSpinsInVainForTheSystemsNetworkAgainAndAgainTriesItLessOften() {
    long now = START;
    for (long length = Spinning.FIRST_NS; length <= Spinning.LONGEST_NS; length *= 2) {
      now += Spinning.AWAY_NS;
      system.percent = Spinning.MOST_PERCENT; // with the thread that spins
      assertThat(spinning.isInVain(now)).isTrue();
      system.percent = Spinning.MOST_PERCENT_BY_KERNEL; // without it
      assertThat(spinning.polls(now + length - 1)).isZero();
      now += length;
      assertThat(spinning.polls(now)).isEqualTo(POLLS);
    }
  }

  @Test
  void whoIsAwayAndHasNotWaitedForAProcessorIsInACollectionOfGarbage() {
    system.percent = Contention.UNKNOWN;
    for (int i = 0; i < 3; i++) {
      assertThat(spinning.wasAway(START + i * SLICE, START + (i + 1) * SLICE)).isTrue();
    }
    assertThat(spinning.polls(START + 3 * SLICE)).isEqualTo(POLLS);
  }

  @Test
  void whereTheSystemDoesNotTellTheWhileGetsLongerAsLongAsItIsTooShort() {
    system.percent = Contention.UNKNOWN;
    long now = START;
    for (long length = Spinning.FIRST_NS; length <= Spinning.LONGEST_NS; length *= 2) {
      now = away(now);
      assertThat(spinning.polls(now + length - 1)).isZero();
      now += length;
      assertThat(spinning.polls(now)).isEqualTo(POLLS);
    }
    now = away(now);
    now += Spinning.LONGEST_NS;
    assertThat(spinning.polls(now)).as("not longer than that").isEqualTo(POLLS);

    now = away(now + Spinning.PROVEN * Spinning.LONGEST_NS);
    assertThat(spinning.polls(now + Spinning.FIRST_NS)).as("long ago").isEqualTo(POLLS);
  }

  @Test
  void whoParksAndThenWaitsForAProcessorHasNoneOfItsOwn() {
    spinning.noteParked(START);
    system.delayNs = SLICE;
    spinning.noteParked(START + 2 * SLICE);
    assertThat(spinning.polls(START + 2 * SLICE)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {Contention.UNKNOWN, 0, SLICE / 10})
  void whoParksAndWaitsForNoProcessorHasItsOwn(long delay) {
    spinning.noteParked(START);
    system.delayNs = delay;
    spinning.noteParked(START + 2 * SLICE);
    assertThat(spinning.polls(START + 2 * SLICE)).isEqualTo(POLLS);
  }

  @Test
  void oneThreadIsNotTakenForAnother() throws InterruptedException {
    spinning.noteParked(START);
    system.delayNs = SLICE;
    Thread other = new Thread(() -> spinning.noteParked(START + 2 * SLICE));
    other.start();
    other.join();
    assertThat(spinning.polls(START + 2 * SLICE)).isEqualTo(POLLS);
  }

  @Test
  void threadsParkAtOnceWhereYieldsGiveTimeSlicesAway() {
    long now = System.nanoTime();
    assertThat(spinning.yields(100)).isEqualTo(100);
    assertThat(spinning.hasYielded(now - SLICE, now)).isTrue();
    assertThat(spinning.isContended()).isTrue();
    assertThat(spinning.yields(100)).isZero();
  }

  @Test
  void shortYieldsGoOnWhereNobodySpins() {
    long now = away(System.nanoTime());
    assertThat(spinning.hasYielded(now, now + Spinning.AWAY_NS / 2)).isFalse();
    assertThat(spinning.yields(100)).isEqualTo(100);
  }

  @Test
  void whereRanksOutnumberCoresNothingIsAsked() {
    Spinning oversubscribed = new Spinning(0, new FakeSystem());
    assertThat(oversubscribed.polls()).isZero();
    oversubscribed.noteParked(START);
    assertThat(oversubscribed.isContended()).isFalse();
  }

  @Test
  void whereRanksOutnumberCoresLongYieldsAreToldButNotRemembered() {
    Spinning oversubscribed = new Spinning(0, new FakeSystem());
    long now = System.nanoTime();
    assertThat(oversubscribed.hasYielded(now - Spinning.AWAY_NS + 1, now)).isFalse();
    assertThat(oversubscribed.hasYielded(now - SLICE, now)).isTrue();
    assertThat(oversubscribed.yields(100)).isEqualTo(100);
    assertThat(oversubscribed.isContended()).isFalse();
  }

  /** One thread is away from {@code since} on, waiting for a processor; when it is back. */
  private long away(long since) {
    var _ = spinning.wasAway(since - Spinning.AWAY_NS, since); // what comes is compared
    long now = since + SLICE;
    system.delayNs += SLICE;
    assertThat(spinning.wasAway(since, now)).isTrue();
    return now;
  }
}
