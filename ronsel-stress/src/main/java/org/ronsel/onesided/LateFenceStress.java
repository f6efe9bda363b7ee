package org.ronsel.onesided;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two ranks that each put, flush and then get what the other one has put: one of them sees it. That
 * a flush without a put makes no fence takes nothing from the flushes after puts.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both gets were done before the puts.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The second rank saw the first one's put.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The first rank saw the second one's put.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both saw each other's.")
@State
public class LateFenceStress {
  private final LateFence ofFirst = new LateFence();
  private final LateFence ofSecond = new LateFence();
  private int first;
  private int second;

  /** Puts, flushes and gets. */
  @Actor
  public void first(II_Result got) {
    flushNothing(ofFirst);
    first = 1;
    ofFirst.wrote();
    ofFirst.owe();
    ofFirst.pay();
    got.r1 = second;
  }

  /** The same with the words exchanged. */
  @Actor
  public void second(II_Result got) {
    flushNothing(ofSecond);
    second = 1;
    ofSecond.wrote();
    ofSecond.owe();
    ofSecond.pay();
    got.r2 = first;
  }

  /** Makes the calling thread the one that may defer its fence, which owes none behind this. */
  private static void flushNothing(LateFence fence) {
    fence.owe();
    fence.pay();
    fence.owe();
  }
}
