package org.ronsel.onesided;

import java.util.function.LongSupplier;
import org.ronsel.engine.request.WaitListener;

/**
 * Predicts whether a rank will wait in calls, from the fraction of its time that it has waited, by
 * equation 5.1 of the work on Casper: by two thresholds, and no more often than once in an
 * interval. The reference for {@link OwnerPresence}, which looks at each operation instead. Any
 * thread.
 */
final class CallFrequency implements WaitListener {
  private static final long INTERVAL_NS = 1_000_000_000L;
  private static final double HIGH = 0.90;
  private static final double LOW = 0.85;

  private final OwnerPresence shown;
  private final LongSupplier clock;
  private int waiting;
  private long since;
  private long waitedNs;
  private long predictedAt;

  /**
   * Creates a prediction without history: the rank counts as absent.
   *
   * @param clock in nanoseconds
   */
  CallFrequency(OwnerPresence shown, LongSupplier clock) {
    this.shown = shown;
    this.clock = clock;
    this.predictedAt = clock.getAsLong();
  }

  @Override
  public synchronized void begins() {
    if (waiting++ == 0) {
      since = clock.getAsLong();
    }
  }

  @Override
  public synchronized void ends() {
    if (--waiting > 0) {
      return;
    }
    long now = clock.getAsLong();
    waitedNs += now - since;
    long passed = now - predictedAt;
    if (passed < INTERVAL_NS) {
      return;
    }
    double frequency = (double) waitedNs / passed;
    if (frequency > HIGH) {
      shown.show(true);
    } else if (frequency < LOW) {
      shown.show(false);
    }
    predictedAt = now;
    waitedNs = 0;
  }
}
