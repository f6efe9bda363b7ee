package org.ronsel.bench.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C during a measurement: the measuring stops, and the JVM ends when the results so
 * far are reported.
 */
public final class Interruption implements AutoCloseable {
  private static final long LONGEST_S = 15;

  private final CountDownLatch reported = new CountDownLatch(1);
  private final Thread hook;
  private volatile Runnable stop = () -> {};
  private volatile boolean underWay;

  /** Takes effect until it is closed. */
  public Interruption() {
    hook = new Thread(this::interrupted, "report-what-was-measured");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Sets the action that stops the measuring; it is called on another thread. */
  public void stopsBy(Runnable action) {
    stop = action;
  }

  /** Whether the measuring is to stop, or has stopped. */
  public boolean isUnderWay() {
    return underWay;
  }

  private void interrupted() {
    underWay = true;
    stop.run();
    try {
      var _ = reported.await(LONGEST_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the handling, when everything has been reported. */
  @Override
  public void close() {
    reported.countDown();
    try {
      var _ = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending, which the hook no longer delays
    }
  }
}
