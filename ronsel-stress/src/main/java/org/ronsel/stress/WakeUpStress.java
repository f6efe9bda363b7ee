package org.ronsel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The wake-up protocol: a publisher and a waiter that is about to park never miss each other. It is
 * the store-buffering litmus test with a full fence on both sides.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Lost wake-up: neither saw the other.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter saw the record.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The publisher saw the parked flag.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both saw each other.")
@State
public class WakeUpStress {
  private static final VarHandle RECORD;
  private static final VarHandle PARKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RECORD = lookup.findVarHandle(WakeUpStress.class, "record", int.class);
      PARKED = lookup.findVarHandle(WakeUpStress.class, "parked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  int record;
  int parked;

  /** Makes a record visible, then checks whether a thread has to be woken. */
  @Actor
  public void publish(II_Result seen) {
    RECORD.setRelease(this, 1);
    VarHandle.fullFence();
    seen.r1 = (int) PARKED.getOpaque(this);
  }

  /** Announces that it is going to park, then checks for a record once more. */
  @Actor
  public void park(II_Result seen) {
    PARKED.setOpaque(this, 1);
    VarHandle.fullFence();
    seen.r2 = (int) RECORD.getAcquire(this);
  }
}
