package org.ronsel.runtime.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Detects that the other end of a connection, which sends a frame at a fixed interval at the
 * latest, sends none any more: it was stopped, or its host or the network is down, which not every
 * connection reports. A thread checks at that interval. Checks in a row without a frame are
 * counted, not time, so that a process that was stopped itself, and could receive nothing, takes
 * nobody for lost.
 */
public final class SilenceWatch {
  /**
   * Number of checks in a row without a frame after which launcher and agent take each other for
   * lost.
   */
  public static final int CHECKS = 24;

  /**
   * The same for a JVM and the agent that has started it, more than {@link #CHECKS}: when the agent
   * is stopped, the launcher has given up the host by the time the JVM ends.
   */
  static final int CHECKS_OF_JVM = 36;

  private final int checks;
  private final Runnable lost;
  private final AtomicBoolean begun = new AtomicBoolean();

  private volatile boolean heard;
  private volatile boolean ended;

  /** Checks in a row without a frame; of the thread that checks, as is what follows. */
  private int silent;

  private long everyNs;
  private long checkedNs;

  /** Number of checks for which {@link #wasStopped} remains true. */
  private volatile int checksSinceStop;

  /**
   * Creates a watch that has not begun.
   *
   * @param checks number of checks in a row without a frame after which the other end is lost
   * @param lost what is done then, on the thread that checks
   */
  public SilenceWatch(int checks, Runnable lost) {
    this.checks = checks;
    this.lost = lost;
  }

  /**
   * The interval of frames and of checks, in milliseconds, with which {@link #CHECKS} of them take
   * this time.
   */
  public static int everyMs(Duration silence) {
    return Math.clamp(silence.toMillis() / CHECKS, 10, Integer.MAX_VALUE);
  }

  /** Notes that a frame has arrived. */
  public void heard() {
    heard = true;
  }

  /**
   * Begins to check, on a daemon thread, unless it has begun.
   *
   * @param thread name of the thread
   * @param everyMs interval of the checks in milliseconds
   */
  public void begin(String thread, int everyMs) {
    if (begun.compareAndSet(false, true)) {
      beginAt(System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(Math.max(1, everyMs)));
      Thread.ofPlatform().daemon().name(thread).start(this::run);
    }
  }

  /** Ends the checks: the other end is not taken for lost from the next one on. */
  public void end() {
    ended = true;
  }

  /**
   * Whether this process was stopped for so long, at one of the last {@link #CHECKS} checks, that
   * the other end may take it for lost.
   */
  public boolean wasStopped() {
    return checksSinceStop > 0;
  }

  void beginAt(long nowNs, long everyNs) {
    this.everyNs = everyNs;
    checkedNs = nowNs;
  }

  /**
   * Checks once.
   *
   * @return whether the other end is lost
   */
  boolean check(long nowNs) {
    checksSinceStop =
        nowNs - checkedNs >= CHECKS * everyNs ? CHECKS : Math.max(0, checksSinceStop - 1);
    checkedNs = nowNs;
    if (heard) {
      heard = false;
      silent = 0;
    } else {
      silent++;
    }
    return silent >= checks;
  }

  private void run() {
    do {
      pause();
      if (ended) {
        return;
      }
    } while (!check(System.nanoTime()));
    lost.run();
  }

  private void pause() {
    long begunNs = System.nanoTime();
    for (long left = everyNs; left > 0; left = everyNs - (System.nanoTime() - begunNs)) {
      // A program may interrupt all threads of its group, and no thread parks while interrupted.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(this, left);
    }
  }
}
