package org.ronsel.engine.request;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread to which the lock is biased, and one that takes the bias away: the lock excludes. */
@JCStressTest
@Outcome(
    id = {"9, 9", "10, 10"},
    expect = ACCEPTABLE,
    desc = "All who got it counted.")
@Outcome(expect = FORBIDDEN, desc = "A count is lost.")
@State
public class EngineLockBiasStress {
  private final EngineLock lock = new EngineLock(1);
  private int count;
  private int helped;

  /** Takes the lock repeatedly; soon it is biased to this thread. */
  @Actor
  public void owner() {
    for (int i = 0; i < 8; i++) {
      lock.acquire();
      count++;
      lock.release();
    }
  }

  /** Waits for the lock once, and tries to take it once. */
  @Actor
  public void other() {
    lock.acquire();
    count++;
    lock.release();
    if (lock.tryAcquireToHelp()) {
      count++;
      helped++;
      lock.release();
    }
  }

  /** Compares the results. */
  @Arbiter
  public void sum(II_Result result) {
    result.r1 = count;
    result.r2 = 9 + helped;
  }
}
