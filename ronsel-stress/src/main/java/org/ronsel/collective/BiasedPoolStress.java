package org.ronsel.collective;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads that use a {@link BiasedPool} at once, through plain accesses: neither gets an object
 * that the other one has made, nor one that it is using itself.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Each has only ever had its own.")
@Outcome(expect = FORBIDDEN, desc = "A thing of the other thread, or one in use.")
@State
public class BiasedPoolStress {
  private final BiasedPool<Thing> pool = new BiasedPool<>();

  private static final class Thing {
    private final long owner = Thread.currentThread().threadId();
    private int users;
  }

  /** Takes an object and gives it back. */
  @Actor
  public void one(II_Result result) {
    result.r1 = use();
  }

  /** Does the same concurrently. */
  @Actor
  public void other(II_Result result) {
    result.r2 = use();
  }

  private int use() {
    int wrong = 0;
    for (int i = 0; i < 4; i++) {
      Thing thing = take();
      Thing second = take();
      wrong += wrong(thing) + wrong(second);
      second.users--;
      pool.giveBack(second);
      thing.users--;
      pool.giveBack(thing);
    }
    return wrong;
  }

  private Thing take() {
    @Nullable Thing known = pool.take();
    Thing thing = known != null ? known : new Thing();
    thing.users++;
    return thing;
  }

  private static int wrong(Thing thing) {
    return thing.owner == Thread.currentThread().threadId() && thing.users == 1 ? 0 : 1;
  }
}
