package org.ronsel.engine.request;

import org.ronsel.machine.ThreadTime;

/**
 * Notices that a rank does nothing but test or probe in vain, and for how long. One that computes
 * between its tests, and may end its loop for a reason of its own, is told apart by the time: there
 * is none between tests that follow each other at once, and a thread that sleeps between them
 * seldom runs, however long it waits for a processor then.
 *
 * <p>Used without a lock: where several threads of a rank test, they may miss each other's counts.
 */
public final class TestLoop {
  private static final int TESTS = 16;

  /** Tests that find nothing in as much time, one after another, leave no time for work. */
  private static final long TIGHT_NS = 1_000;

  /**
   * Of so many probes one does not let other threads run, and the time until the next one counts:
   * where many threads share a core, caches are cold after others have run, and that takes longer
   * than work may.
   */
  private static final int PROBES = 4;

  /**
   * A thread that does nothing else but test and sleep runs for less than one part in so many of
   * the time in which it does not wait for a processor.
   */
  private static final int SHARE_OF_SLEEPERS = 10;

  /** Number of turns of ten that have to be tight: threads lose their cores now and then. */
  private static final int TIGHT_OF_TEN = 9;

  private final ProgressEngine engine;
  private int tests;
  private int probes;

  /** Turns of which the time counts. */
  private int turns;

  private int tightTurns;
  private long progress;
  private long sinceNs;
  private long leftNs;

  /** How long the thread had been awake at {@link #sinceNs}, or -1. */
  private long awakeNs = -1;

  /** How long it had run. */
  private long ranNs;

  private boolean idle;

  TestLoop(ProgressEngine engine) {
    this.engine = engine;
  }

  /**
   * A test has found nothing: lets others run now and then.
   *
   * @return whether it is time to look whether the tests will ever find something
   */
  boolean foundNothing() {
    return (++tests & TESTS - 1) == 0 && turn(TESTS * TIGHT_NS, true, true);
  }

  /** The same for a probe, which lets other threads run nearly each time. */
  public boolean probeFoundNothing() {
    int place = ++probes & PROBES - 1;
    return turn(TIGHT_NS, place == 1, place != 0);
  }

  private boolean turn(long tightNs, boolean counts, boolean yields) {
    long now = System.nanoTime();
    if (counts) {
      turns++;
      if (now - leftNs <= tightNs) {
        tightTurns++;
      }
    }
    long seen = engine.progress().count();
    boolean overdue = seen == progress && now - sinceNs >= Waiting.OVERDUE_NS;
    if (overdue) {
      boolean isTight = turns > 0 && tightTurns * 10L >= (long) turns * TIGHT_OF_TEN;
      idle = isTight || hasSlept(now - sinceNs);
    }
    if (overdue || seen != progress) {
      progress = seen;
      turns = 0;
      tightTurns = 0;
      sinceNs = now;
      // Asked only when it matters: the first time costs milliseconds.
      boolean matters = engine.overdueWaits().isLastRank();
      awakeNs = matters ? ThreadTime.awake() : -1;
      ranNs = matters ? ThreadTime.ran() : 0;
    }
    if (yields) {
      FairYield.yieldNow();
    }
    leftNs = System.nanoTime();
    return overdue;
  }

  private boolean hasSlept(long elapsedNs) {
    if (awakeNs < 0) {
      return false;
    }
    long ran = ThreadTime.ran() - ranNs;
    long slept = elapsedNs - (ThreadTime.awake() - awakeNs);
    return ran * (SHARE_OF_SLEEPERS - 1) <= slept;
  }

  /** Whether the thread has done nothing else since the last time but one that it was to look. */
  public boolean isIdle() {
    return idle;
  }
}
