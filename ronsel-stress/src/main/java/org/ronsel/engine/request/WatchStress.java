package org.ronsel.engine.request;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.ronsel.engine.Engine;
import org.ronsel.engine.StressEngine;
import org.ronsel.engine.message.SendOperation;

/** Watches that begin and end while the operation completes: a watcher is notified exactly once. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Told once.")
@Outcome(expect = FORBIDDEN, desc = "Never told, or twice.")
@State
public class WatchStress {
  private static final Engine ENGINE = StressEngine.parking();

  private final SendOperation operation = StressEngine.send(ENGINE);
  private int told;

  private final CompletionWatch lasting = new Watch(operation, true);
  private final CompletionWatch passing = new Watch(operation, false);

  private final class Watch extends CompletionWatch {
    private final boolean counts;

    Watch(Operation watched, boolean counts) {
      super(watched);
      this.counts = counts;
    }

    @Override
    protected void completed() {
      if (counts) {
        synchronized (WatchStress.this) {
          told++;
        }
      }
    }
  }

  /** Completes the operation. */
  @Actor
  public void complete() {
    operation.complete();
  }

  /** Begins to watch; another watch begins before and ends after. */
  @Actor
  public void watch() {
    passing.begin();
    lasting.begin();
    var _ = passing.end();
  }

  /** Counts the notifications. */
  @Arbiter
  public void count(I_Result result) {
    synchronized (this) {
      result.r1 = told;
    }
  }
}
