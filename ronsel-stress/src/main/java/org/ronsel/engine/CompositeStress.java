package org.ronsel.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.ReceiveOperation;

/**
 * Two threads complete parts of two composites and make progress: each composite is notified of
 * each part once, by one thread at a time, and finishes once; neither is left in the queue.
 */
@JCStressTest
@Outcome(id = "4, 2, 0", expect = ACCEPTABLE, desc = "Four parts, two ends, never two at a time.")
@Outcome(expect = FORBIDDEN, desc = "Parts told; composites finished; times two threads met.")
@State
public class CompositeStress {
  private final Engine engine = StressEngine.parking();
  private final TwoReceives first = new TwoReceives(engine, 0);
  private final TwoReceives second = new TwoReceives(engine, 2);

  private static final class TwoReceives extends Composite {
    private final int tag;
    private int inside;
    int told;
    int finished;
    int met;

    TwoReceives(Engine engine, int tag) {
      super(engine, 2);
      this.tag = tag;
      start();
    }

    @Override
    protected void begin() {
      receive(0, 0, 1, tag, ElementType.BYTE, ReceiveOperation.NO_BUFFER, 0, 0);
      receive(1, 0, 1, tag + 1, ElementType.BYTE, ReceiveOperation.NO_BUFFER, 0, 0);
    }

    @Override
    protected void partDone(int part, long bytes, @Nullable RonselException error) {
      met += inside++;
      if (++told == 2) {
        finish();
      }
      inside--;
    }

    @Override
    protected void finished() {
      finished++;
    }
  }

  /** Delivers a message without data; the delivering thread makes progress. */
  private void arrive(int tag) {
    engine.lock.acquire();
    engine.records.onRecord(StressEngine.emptyMessage(tag));
    engine.lock.release();
    engine.progressOnce();
  }

  /** Completes one part of each composite. */
  @Actor
  public void one() {
    arrive(0);
    arrive(3);
  }

  /** Completes the other parts. */
  @Actor
  public void other() {
    arrive(1);
    arrive(2);
  }

  /** Makes progress once more, as the next wait would. */
  @Arbiter
  public void sum(III_Result result) {
    engine.progressOnce();
    result.r1 = first.told + second.told;
    result.r2 = first.finished + second.finished;
    result.r3 = first.met + second.met;
  }
}
