package org.ronsel.runtime.rendezvous;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/**
 * The time in which all JVMs of a job have to come.
 *
 * @param seconds how long that is
 * @param atNs when it is over, by {@link System#nanoTime}
 */
record Deadline(int seconds, long atNs) {
  /** Milliseconds between two looks, which grow. */
  private static final long FIRST_LOOK_MS = 10;

  private static final long LAST_LOOK_MS = 500;

  private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(3);

  static Deadline in(int seconds) {
    return new Deadline(seconds, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  /** A new deadline after the same time, from now on. */
  Deadline again() {
    return in(seconds);
  }

  /**
   * A deadline later by a while for each JVM in a row that waits for the next one: the last one
   * reports what is missing before the others report it as missing.
   */
  Deadline behind(int jvms) {
    return new Deadline(seconds, atNs + jvms * GRACE_NS);
  }

  boolean isOver() {
    return atNs - System.nanoTime() <= 0;
  }

  /** Whether it has been over for a while, in which another JVM could say more. */
  boolean isLongOver() {
    return atNs + GRACE_NS - System.nanoTime() <= 0;
  }

  /** Milliseconds that are left, at least 1. */
  int leftMs() {
    long left = TimeUnit.NANOSECONDS.toMillis(atNs - System.nanoTime());
    return Math.clamp(left, 1, Integer.MAX_VALUE);
  }

  /** The words about it in a message. */
  String text() {
    return "within " + seconds + " s (-Dronsel.wireup.timeout=SECONDS)";
  }

  /** Waits before the next look; the first ones come soon after each other. */
  static void pause(int look) throws InterruptedIOException {
    try {
      Thread.sleep(Math.min(LAST_LOOK_MS, FIRST_LOOK_MS << Math.min(look, 10)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
