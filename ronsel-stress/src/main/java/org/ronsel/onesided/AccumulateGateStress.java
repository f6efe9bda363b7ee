package org.ronsel.onesided;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.memory.NativeWords;

/**
 * Two ranks, of one stripe, pass the gate and add atomically, and close it and add with a load and
 * a store: no addition is lost, and the gate is open and empty at the end.
 */
@JCStressTest
@Outcome(id = "8, 0", expect = ACCEPTABLE, desc = "All have been added.")
@Outcome(expect = FORBIDDEN, desc = "An addition is lost, or the gate is left closed or occupied.")
@State
public class AccumulateGateStress {
  private static final int TIMES = 2;

  private final MemorySegment memory = StressGate.memory();
  private final AccumulateGate first = StressGate.of(0, memory);
  private final AccumulateGate second = StressGate.of(StressGate.STRIPES, memory);

  private void addAtomically(AccumulateGate gate) {
    gate.enter();
    var _ = NativeWords.getAndAddLong(memory, StressGate.WORD, 1);
    gate.leave();
  }

  private void addAlone(AccumulateGate gate) {
    gate.close();
    long was = NativeWords.getLong(memory, StressGate.WORD);
    NativeWords.setLong(memory, StressGate.WORD, was + 1);
    gate.open();
  }

  /** Rank 0. */
  @Actor
  public void first() {
    for (int i = 0; i < TIMES; i++) {
      addAtomically(first);
      addAlone(first);
    }
  }

  /** Rank 8. */
  @Actor
  public void second() {
    for (int i = 0; i < TIMES; i++) {
      addAlone(second);
      addAtomically(second);
    }
  }

  /** Reads the sum, and the state of the gate, which has to be the initial one. */
  @Arbiter
  public void end(II_Result result) {
    result.r1 = (int) NativeWords.getLong(memory, StressGate.WORD);
    long holder = NativeWords.getLong(memory, 0);
    long inside = NativeWords.getLong(memory, StressGate.FIRST_STRIPE);
    result.r2 = (int) (holder + inside);
  }
}
