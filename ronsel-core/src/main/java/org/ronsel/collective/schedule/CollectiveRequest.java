package org.ronsel.collective.schedule;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.Waiting;

/** The caller's handle of a running schedule. */
public final class CollectiveRequest extends Operation {
  private static final int TESTS_PER_LOOK = 64;

  private String call;
  private @Nullable ScheduleRun run;
  private ScheduleRun.@Nullable Ending ending;

  // Of a program that tests, or waits for limited times; threads may miss each other's counts.
  private int misses;
  private long since;
  private long overdueNs;

  /** Makes the request of a call such as {@code iAllReduce}. */
  public CollectiveRequest(Engine engine, String call) {
    super(engine);
    this.call = call;
  }

  /**
   * Makes the request of a blocking call pending again, for the next call; no other thread may know
   * it.
   */
  public void renew(String nextCall) {
    call = nextCall;
    misses = 0;
    reset();
  }

  /** The ending of the previous schedule, to be used again; null if there was none. */
  public ScheduleRun.@Nullable Ending ending() {
    return ending;
  }

  /** Keeps what follows the schedule for the next time. */
  public void keep(ScheduleRun.Ending forNextTime) {
    ending = forNextTime;
  }

  void runs(ScheduleRun run) {
    this.run = run;
  }

  void runsNoMore() {
    run = null;
  }

  @Override
  protected void overdue() {
    compareCalls();
  }

  @Override
  protected void notYet() {
    if ((misses++ & TESTS_PER_LOOK - 1) != 0) {
      return;
    }
    long now = System.nanoTime();
    if (misses == 1) {
      since = now;
      overdueNs = Waiting.OVERDUE_NS;
    } else if (now - since >= overdueNs) {
      overdueNs = 2 * (now - since);
      compareCalls();
    }
  }

  @Override
  public String describe() {
    return call;
  }

  @Override
  public int awaitedPeer() {
    ScheduleRun running = run;
    return running == null ? NO_PEER : running.awaitedPeer();
  }

  @Override
  public long awaitedContext() {
    ScheduleRun running = run;
    return running == null ? 0 : running.context();
  }
}
