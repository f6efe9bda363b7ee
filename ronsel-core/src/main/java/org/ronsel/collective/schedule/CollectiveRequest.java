package org.ronsel.collective.schedule;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;

/** What a caller holds of a running schedule. */
public final class CollectiveRequest extends Operation {
  private String call;
  private @Nullable ScheduleRun run;

  /** Makes the request of a call such as {@code iAllReduce}. */
  public CollectiveRequest(Engine engine, String call) {
    super(engine);
    this.call = call;
  }

  /**
   * Makes the request of a blocking call pending again, for another one; nobody else may know it.
   */
  public void renew(String nextCall) {
    call = nextCall;
    reset();
  }

  void runs(ScheduleRun by) {
    run = by;
  }

  void runsNoMore() {
    run = null;
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
