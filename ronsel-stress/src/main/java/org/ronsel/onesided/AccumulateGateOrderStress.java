package org.ronsel.onesided;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A thread that passes the gate sees all or none of the writes that were made while it was closed;
 * and a thread that has closed it sees all or none of the writes that were made while passing.
 */
@JCStressTest
@Outcome(id = "1, 1, 0, 0", expect = ACCEPTABLE, desc = "Passed after it was opened.")
@Outcome(id = "0, 0, 1, 1", expect = ACCEPTABLE, desc = "Passed before it was closed.")
@Outcome(expect = FORBIDDEN, desc = "Side by side, or what was written is not seen.")
@State
public class AccumulateGateOrderStress {
  private final MemorySegment memory = StressGate.memory();
  private final AccumulateGate passed = StressGate.of(0, memory);
  private final AccumulateGate closed = StressGate.of(1, memory);
  private int firstBehind;
  private int lastBehind;
  private int firstOnTheWay;
  private int lastOnTheWay;

  /** Passes the gate. */
  @Actor
  public void passes(IIII_Result result) {
    passed.enter();
    firstOnTheWay = 1;
    result.r1 = lastBehind;
    result.r2 = firstBehind;
    lastOnTheWay = 1;
    passed.leave();
  }

  /** Closes the gate. */
  @Actor
  public void closes(IIII_Result result) {
    closed.close();
    firstBehind = 1;
    result.r3 = lastOnTheWay;
    result.r4 = firstOnTheWay;
    lastBehind = 1;
    closed.open();
  }
}
