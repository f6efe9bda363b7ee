package org.ronsel.engine.request;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The lock excludes, and writes of its holder are seen by the next holder, also by one that has
 * only tried to take it.
 */
@JCStressTest
@Outcome(
    id = {"2, 2", "3, 3"},
    expect = ACCEPTABLE,
    desc = "All who got it counted.")
@Outcome(expect = FORBIDDEN, desc = "A count is lost.")
@State
public class EngineLockStress {
  private final EngineLock lock = new EngineLock(2);
  private int count;
  private int tried;

  /** Waits for the lock. */
  @Actor
  public void acquires() {
    lock.acquire();
    count++;
    lock.release();
  }

  /** Waits for the lock, then tries to take it again. */
  @Actor
  public void tries() {
    lock.acquire();
    count++;
    lock.release();
    if (lock.tryAcquire()) {
      count++;
      tried++;
      lock.release();
    }
  }

  /** Compares the results. */
  @Arbiter
  public void sum(II_Result result) {
    result.r1 = count;
    result.r2 = 2 + tried;
  }
}
