package org.ronsel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.machine.Fences;

/**
 * The wake-up protocol: a publisher and a waiter that is about to park never miss each other. It is
 * the store-buffering litmus test, with the light fence on one side and the heavy one on the other.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Lost wake-up: neither saw the other.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter saw the record.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The publisher saw the parked flag.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both saw each other.")
@State
public class FencesStress {
  private int record;
  private int parked;

  @Actor
  public void publish(II_Result seen) {
    record = 1;
    Fences.lightStoreLoad();
    seen.r1 = parked;
  }

  @Actor
  public void park(II_Result seen) {
    parked = 1;
    Fences.heavyStoreLoad();
    seen.r2 = record;
  }
}
