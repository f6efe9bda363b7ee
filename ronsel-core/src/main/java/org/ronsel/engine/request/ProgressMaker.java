package org.ronsel.engine.request;

/**
 * Makes the progress of a rank: takes in what has come, and sends on what waits for room. Any
 * thread. There is one subclass, {@code org.ronsel.engine.Progress}, which is above this package
 * because it knows messages and transports.
 */
public abstract class ProgressMaker {
  /** For the subclass. */
  protected ProgressMaker() {}

  /** Makes progress once, if no other thread is doing so; whether anything moved. */
  public abstract boolean poll();

  /** Like {@link #poll}, but looks several times. */
  protected abstract boolean pollRepeatedly();

  /**
   * The last look before the calling thread parks. It waits for the lock: its holder may have
   * polled before the arrival of a record whose sender did not see this thread parked.
   */
  protected abstract boolean beforeParking();

  /** Whether something waits for room in a ring or a fragment pool. */
  protected abstract boolean isStarved();

  /**
   * Makes arrivals ring.
   *
   * @return how long a thread may park until it polls again, in nanoseconds
   */
  protected abstract long armDoorbells();

  /** Arrivals need not look whether the rank parks, for a while. */
  protected abstract void restDoorbells();

  /** Arrivals need not ring: no thread is parked. */
  protected abstract void disarmDoorbells();

  /** A number that grows with every match and copy; unchanged while the rank is stuck. */
  public abstract long count();
}
