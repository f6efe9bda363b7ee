package org.ronsel.machine;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time on connections on which JVMs show each other that they are alive: when this one gives a
 * sign, and whether another has been silent for too long, or this one could not have heard it. Of
 * one thread.
 *
 * <p>A JVM that is looked at every {@link #signEveryNs} counts as lost at the latest when it has
 * been silent for a sixth longer than it may be.
 */
public final class KeepAlive {
  /** The longest time between two looks, in milliseconds, by which a late one is told. */
  public static final int LOOK_MS = 500;

  /** Signs of life in the time in which none at all means that there is none. */
  private static final int SIGNS = 6;

  private final LongSupplier clock;
  private final long silenceNs;
  private final long signEveryNs;
  private long lookedNs;
  private long signedNs;
  private boolean due;
  private boolean slept;

  /**
   * Begins.
   *
   * @param silence after which another JVM counts as lost; zero for never, and without signs
   */
  public KeepAlive(Duration silence) {
    this(silence, System::nanoTime);
  }

  /** As {@link #KeepAlive(Duration)}, by another clock, which counts nanoseconds. */
  public KeepAlive(Duration silence, LongSupplier clock) {
    this.clock = clock;
    silenceNs = silence.toNanos();
    signEveryNs = silenceNs / SIGNS;
    lookedNs = clock.getAsLong();
    signedNs = lookedNs;
  }

  /** The time by the clock of this object, in nanoseconds. */
  public long nowNs() {
    return clock.getAsLong();
  }

  /** The silence after which another JVM counts as lost, in nanoseconds; 0 for never. */
  public long silenceNs() {
    return silenceNs;
  }

  /** So often signs are given, in nanoseconds; 0 if there are none. */
  public long signEveryNs() {
    return signEveryNs;
  }

  /** To be called every now and then, when what has come has been read. */
  public void look() {
    long now = clock.getAsLong();
    // A JVM that was stopped itself, with its whole job perhaps, has not listened.
    slept = now - lookedNs > 2 * signEveryNs + 2_000_000L * LOOK_MS;
    lookedNs = now;
    due = silenceNs > 0 && now - signedNs >= signEveryNs;
    if (due) {
      signedNs = now;
    }
  }

  /** The time of the last look. */
  public long lookedNs() {
    return lookedNs;
  }

  /** Whether a sign is to be given now, on connections that have no times of their own. */
  public boolean isDue() {
    return due;
  }

  /** When another JVM was heard, given the time of its last sign. */
  public long heardNs(long ofLastSign) {
    return slept ? lookedNs : ofLastSign;
  }

  /** Whether too much time has gone since another JVM was heard. */
  public boolean isTooLong(long heardNs) {
    return silenceNs > 0 && lookedNs - heardNs > silenceNs;
  }
}
